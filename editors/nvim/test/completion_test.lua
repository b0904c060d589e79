-- Completion and end tags by keyboard alone: from an empty file to a call that runs.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local r = dofile(vim.env.FORGE_TEST .. '/remote.lua')
local modern = vim.fn.has('nvim-0.11') == 1

--- Waits until an item is in the menu, where a text is before the cursor: the menu is filtered
--- after each letter.
local function offered(label, typed)
  r.wait(
    label .. ' in the menu',
    [[local label, typed = ...
      local before = vim.api.nvim_get_current_line():sub(1, vim.fn.col('.') - 1)
      if not vim.endswith(before, typed) or vim.fn.pumvisible() == 0 then
        return false
      end
      return vim.iter(vim.fn.complete_info({ 'items' }).items):any(function(item) return item.abbr == label end)]],
    label,
    typed
  )
end

--- Accepts an item of the menu.
local function accept(label, typed)
  offered(label, typed)
  local steps = r.lua(
    [[local info, label = vim.fn.complete_info({ 'items', 'selected' }), ...
      for i, item in ipairs(info.items) do
        if item.abbr == label then return i - 1 - info.selected end
      end]],
    label
  )
  r.type((steps < 0 and '<C-p>' or '<C-n>'):rep(math.abs(steps)))
  r.wait(
    label .. ' selected',
    [[local info = vim.fn.complete_info({ 'items', 'selected' })
      return info.selected >= 0 and info.items[info.selected + 1].abbr == ...]],
    label
  )
  r.type('<C-y>')
end

--- Waits until a field of the call is selected, which what is typed replaces.
local function in_field(name)
  r.wait(name, [[return vim.fn.mode() == 's' and vim.api.nvim_get_current_line():find('<' .. ..., 1, true) ~= nil]], name)
end

--- Waits until the server knows one call, which runs as written.
local function runs()
  r.wait('no findings', [[return #vim.diagnostic.get(0) == 0]])
  r.wait(
    'a call that runs',
    [[local client = vim.lsp.get_clients({ name = 'forge_lsp' })[1]
      local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
      local answer
      if vim.fn.has('nvim-0.11') == 1 then
        answer = client:request_sync('forge/calls', params, 5000, 0)
      else
        answer = client.request_sync('forge/calls', params, 5000, 0)
      end
      local rows = answer and answer.result and answer.result.list or {}
      return #rows == 1 and rows[1].call.outcome == 'runs' and rows[1].call.checked]]
  )
end

local folder = t.folder()
vim.fn.mkdir(folder .. '/.git')
vim.fn.mkdir(folder .. '/docs')
vim.fn.writefile({ 'x' }, folder .. '/docs/notes.md')

-- With the options that the editor has by itself, unless a test needs another.
r.lua([[
  if vim.lsp.enable then
    vim.api.nvim_create_autocmd('LspAttach', {
      callback = function(event)
        vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
      end,
    })
    vim.lsp.enable('forge_lsp')
  else -- as the help tells for 0.10
    vim.keymap.set({ 'i', 's' }, '<Tab>', function()
      return vim.snippet.active({ direction = 1 }) and '<Cmd>lua vim.snippet.jump(1)<CR>' or '<Tab>'
    end, { expr = true })
  end]])

--- Opens a file in which the server completes.
local function open(name, lines)
  vim.fn.writefile(lines, folder .. '/' .. name)
  r.lua('vim.cmd.edit(...)', folder .. '/' .. name)
  r.attached()
end

--- Waits until the server has answered what was asked before, and the editor has the answer.
local function answered()
  r.wait(
    'an answer',
    [[local client = vim.lsp.get_clients({ name = 'forge_lsp' })[1]
      vim.g.forge_answered = false
      local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
      local done = function() vim.g.forge_answered = true end
      if vim.fn.has('nvim-0.11') == 1 then
        client:request('forge/calls', params, done, 0)
      else
        client.request('forge/calls', params, done, 0)
      end
      for _, request in pairs(client.requests) do
        if request.method == 'textDocument/completion' then return false end
      end
      return vim.wait(5000, function() return vim.g.forge_answered end)]]
  )
end

t.test('tags of others are kept, where the first item would be inserted', function()
  for name, lines in pairs({ ['plain.md'] = { '# A page' }, ['calls.md'] = t.call('read_file', '  <path>a</path>') }) do
    open(name, lines)
    for _, typed in ipairs({ 'div>', 'wri' }) do
      r.type('Go<Esc>o<lt>')
      answered()
      r.type(typed)
      answered()
      r.type('<Esc>')
      t.wait('what was typed', function()
        return vim.endswith(r.text(), '\n\n<' .. typed)
      end)
    end
  end
end)

if modern then
  t.test('completion of a whole call where one asks, with the first item inserted', function()
    open('asked.md', { '' })
    r.type('i<lt>write_')
    answered()
    r.type('<C-x><C-o>')
    r.wait('the only item, which has no menu', [[return vim.api.nvim_get_current_line() == '<write_file']])
    r.type('<C-y>')
    in_field('path')
    r.type('a.md<Esc>')
    t.wait('the call', function()
      return vim.startswith(r.text(), '<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>')
    end)
  end)
end

-- So that an item can be looked for by its place in the menu.
r.lua([[vim.o.completeopt = 'menuone,noinsert']])

t.test('completion of a whole call, from nothing to one that runs', function()
  open('call.md', { '' })
  r.type('i- <lt>to<C-x><C-o>')
  accept('write_file', '<to')
  in_field('path')
  r.type('docs/a.md<Tab>')
  in_field('content')
  r.type('if a <lt> b && b <lt> c {}')
  r.type('<Tab><Esc>')
  t.wait('the values', function()
    return r.text():find('c {}', 1, true) ~= nil
  end)
  t.equal(
    'call',
    r.text(),
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
  runs()
end)

t.test('completion of names and paths', function()
  open('names.md', { '<tool>', '<tool_name></tool_name>', '<arguments>', '<path></path>', '</arguments>', '</tool>' })
  r.type('2G0f>aread_<C-x><C-o>')
  accept('read_file', 'read_')
  r.type('<Esc>4G0f>ado<C-x><C-o>')
  accept('docs/', 'do')
  r.wait('the folder', [[return vim.api.nvim_get_current_line() == '<path>docs/</path>']])
  r.type('<C-x><C-o>')
  accept('notes.md', 'docs/')
  r.type('<Esc>')
  t.wait('the values', function()
    return r.text() == '<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>docs/notes.md</path>\n</arguments>\n</tool>'
  end)
end)

if vim.lsp.on_type_formatting then
  t.test('formatting on type: the end tag', function()
    open('type.md', t.call('read_file', '  <path'))
    r.type('5GA>')
    r.wait('the end tag', [[return vim.fn.getline(5) == '  <path></path>']])
    r.type('a.md<Esc>')
    r.wait('the value', [[return vim.fn.getline(5) == '  <path>a.md</path>']])
  end)

  t.test('formatting on type: the end tag on a line of its own', function()
    open('line.md', { '# A page', '' })
    r.type('Go<lt>tool>')
    r.wait('the end tag', [[return vim.fn.getline(3) == '<tool></tool>']])
    r.type('<CR>')
    r.wait('the line', [[return vim.fn.getline(5) == '</tool>']])
    r.type('<lt>server_name>')
    r.wait('the next tag', [[return vim.fn.getline(4) == '<server_name></server_name>']])
  end)
end

r.stop()
t.done()
