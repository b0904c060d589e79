-- Completion by keyboard alone: from an empty file to a call that runs. The keys are
-- typed in a second editor, which has its own event loop.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

local command = vim.split(vim.env.FORGE_NVIM, ' ')
vim.list_extend(command, { '--embed', '--headless', '--clean', '--cmd', 'set runtimepath^=' .. vim.env.FORGE_TEST .. '/..' })
local editor = vim.fn.jobstart(command, { rpc = true })

local function lua(code, ...)
  return vim.rpcrequest(editor, 'nvim_exec_lua', code, { ... })
end

local function type_keys(keys)
  vim.rpcrequest(editor, 'nvim_input', keys)
end

--- The text of the buffer.
local function text()
  return table.concat(vim.rpcrequest(editor, 'nvim_buf_get_lines', 0, 0, -1, true), '\n')
end

local function wait_for(what, code, ...)
  local arguments = { ... }
  t.wait(what, function()
    return lua(code, unpack(arguments))
  end)
end

--- Waits until an item is in the menu.
local function offered(label)
  wait_for(
    label .. ' in the menu',
    [[for _, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
        if item.abbr == ... then return vim.fn.pumvisible() == 1 end
      end
      return false]],
    label
  )
end

--- Accepts an item of the menu.
local function accept(label)
  offered(label)
  for _ = 1, 60 do
    local selected = lua([[
      local info = vim.fn.complete_info({ 'items', 'selected' })
      return info.selected >= 0 and info.items[info.selected + 1].abbr or '']])
    if selected == label then
      type_keys('<C-y>')
      return
    end
    type_keys('<C-n>')
    vim.wait(20)
  end
  error(label .. ' is not selected', 2)
end

--- Waits until a field of the call is selected, which what is typed replaces.
local function in_field(name)
  wait_for(name, [[return vim.fn.mode() == 's' and vim.api.nvim_get_current_line():find('<' .. ..., 1, true) ~= nil]], name)
end

local folder = t.folder()
vim.fn.mkdir(folder .. '/.git')
vim.fn.mkdir(folder .. '/docs')
vim.fn.writefile({ 'x' }, folder .. '/docs/notes.md')

--- Opens a file in which the server completes.
local function open(name, lines)
  vim.fn.writefile(lines, folder .. '/' .. name)
  lua(
    [[vim.o.completeopt = 'menuone,noinsert'
      if vim.lsp.enable then
        vim.api.nvim_create_autocmd('LspAttach', {
          callback = function(event)
            vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
          end,
        })
        vim.lsp.enable('forge_lsp')
      end
      vim.cmd.edit(...)]],
    folder .. '/' .. name
  )
  wait_for('a client', [[return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = 0 }) == 1]])
end

if modern then
  t.test('a whole call, from nothing to one that runs', function()
    open('call.md', { '' })
    type_keys('i- <lt>')
    offered('write_file')
    type_keys('to')
    accept('write_file')
    in_field('path')
    type_keys('docs/a.md<Tab>')
    in_field('content')
    type_keys('if a <lt> b && b <lt> c {}')
    type_keys('<Tab><Esc>')
    t.wait('the values', function()
      return text():find('c {}', 1, true) ~= nil
    end)
    t.equal(
      'call',
      text(),
      table.concat({
        '- <tool>',
        '  <server_name>local</server_name>',
        '  <tool_name>write_file</tool_name>',
        '  <arguments>',
        '    <path>docs/a.md</path>',
        '    <content><![CDATA[if a < b && b < c {}]]></content>',
        '  </arguments>',
        '  </tool>',
      }, '\n')
    )
    wait_for('no findings', [[return #vim.diagnostic.get(0) == 0]])
    local calls
    t.wait('the call as the server knows it', function()
      calls = lua([[
        local client = vim.lsp.get_clients({ name = 'forge_lsp' })[1]
        local answer = client:request_sync('forge/calls', { textDocument = vim.lsp.util.make_text_document_params(0) }, 5000, 0)
        return answer and answer.result or {}]])
      return #calls > 0
    end)
    t.equal('verdicts', { #calls, calls[1].verdict, calls[1].tool_verdict }, { 1, 'runs', 'accepts' })
  end)
end

t.test('names and paths', function()
  open('names.md', { '<tool>', '<tool_name></tool_name>', '<arguments>', '<path></path>', '</arguments>', '</tool>' })
  type_keys('2G0f>aread_<C-x><C-o>')
  accept('read_file')
  type_keys('<Esc>4G0f>ado<C-x><C-o>')
  accept('docs/')
  type_keys('<C-x><C-o>')
  accept('notes.md')
  type_keys('<Esc>')
  t.wait('the values', function()
    return text() == '<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>docs/notes.md</path>\n</arguments>\n</tool>'
  end)
end)

vim.fn.jobstop(editor)
t.done()
