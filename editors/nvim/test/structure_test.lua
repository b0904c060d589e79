-- What the editor does with the structure of calls: symbols, renaming, layout, tokens. The names
-- of the tests start as the rows of the table in docs/editors.md do.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

if modern then
  vim.lsp.enable('forge_lsp')
end

-- A project with a tool of its own.
local project = t.folder()
vim.fn.mkdir(project .. '/.forge')
vim.fn.writefile(
  { 'tools:', '  - name: deploy', '    parameters:', '      type: object', '      properties:', '        service: {type: string}' },
  project .. '/.forge/tools.yaml'
)
local files = 0

--- Opens a call, with the cursor on the first place of a text.
local function open(name, lines, place)
  files = files + 1
  local buf = t.open(('%s/%d/%s'):format(project, files, name), lines)
  t.wait('a client', function()
    return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = buf }) == 1
  end)
  for number, line in ipairs(lines) do
    local at = place and line:find(place, 1, true)
    if at then
      vim.api.nvim_win_set_cursor(0, { number, at - 1 })
      break
    end
  end
  return buf
end

local sound = t.call('read_file', '  <path>docs/a.md</path>')

--- Waits for the items that a function of the editor lists.
local function listed(ask)
  local list
  ask({ on_list = function(found) list = found.items end })
  t.wait('a list', function()
    return list ~= nil
  end)
  return list
end

t.test('outline', function()
  open('a.md', sound)
  local list = listed(vim.lsp.buf.document_symbol)
  local texts = vim.tbl_map(function(item) return item.text end, list)
  t.contains(table.concat(texts, '\n'), 'read_file')
  t.contains(table.concat(texts, '\n'), 'path')
end)

t.test('rename of both tags', function()
  local buf = open('a.md', sound, 'path>')
  vim.lsp.buf.rename('file')
  t.wait('both tags', function()
    return t.line(buf, 5) == '  <file>docs/a.md</file>'
  end)
end)

t.test('formatting, and no other byte', function()
  local crooked = vim.deepcopy(sound)
  crooked[5] = '<path>docs/a.md</path>'
  local buf = open('a.md', crooked)
  vim.lsp.buf.format({ name = 'forge_lsp', timeout_ms = 600000 })
  t.equal('lines', vim.api.nvim_buf_get_lines(buf, 0, -1, true), sound)
end)

t.test('definition', function()
  open('a.md', t.call('deploy', '  <service>web</service>'), 'deploy')
  local list = listed(vim.lsp.buf.definition)
  t.equal('place', { vim.fs.basename(list[1].filename), list[1].lnum }, { 'tools.yaml', 2 })
end)

t.test('highlights of both tags', function()
  local buf = open('a.md', sound, 'path>')
  vim.lsp.buf.document_highlight()
  t.wait('both tags', function()
    local namespace = vim.api.nvim_get_namespaces()['nvim.lsp.references'] or vim.api.nvim_get_namespaces()['vim_lsp_references']
    return namespace and #vim.api.nvim_buf_get_extmarks(buf, namespace, 0, -1, {}) == 2
  end)
end)

t.test('signature help', function()
  open('a.md', sound, 'path>')
  vim.lsp.buf.signature_help()
  local text = ''
  t.wait('a window', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
        vim.api.nvim_win_close(window, true)
      end
    end
    return text ~= ''
  end)
  t.contains(text, 'path')
end)

if modern then
  t.test('folding', function()
    open('a.md', sound)
    vim.wo.foldmethod = 'expr'
    vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
    t.wait('a fold', function()
      return vim.fn.foldlevel(5) > 0
    end)
    vim.wo.foldmethod = 'manual'
  end)
end

t.test('semantic tokens, in a transcript', function()
  local line = vim.json.encode({ role = 'assistant', content = table.concat(sound, '\n') })
  local buf = open('a.jsonl', { line })
  local at = line:find('read_file', 1, true) - 1
  t.wait('tokens', function()
    local tokens = vim.lsp.semantic_tokens.get_at_pos(buf, 0, at) or {}
    return tokens[1] ~= nil and tokens[1].type == 'function'
  end)
end)

if vim.lsp.linked_editing_range then
  t.test('linked editing: typing in one tag changes the other', function()
    vim.lsp.linked_editing_range.enable(true)
    local buf = open('a.md', sound, 'path>')
    local function marks()
      local name = vim.iter(vim.api.nvim_get_namespaces()):find(function(name)
        return name:find('linked_editing', 1, true) ~= nil
      end)
      return name and #vim.api.nvim_buf_get_extmarks(buf, vim.api.nvim_get_namespaces()[name], 0, -1, {}) or 0
    end
    vim.api.nvim_exec_autocmds('CursorMoved', { buffer = buf })
    t.wait('the ranges', function()
      return marks() >= 2
    end)
    vim.api.nvim_buf_set_text(buf, 4, 7, 4, 7, { 's' })
    vim.api.nvim_exec_autocmds('TextChanged', { buffer = buf }) -- the loop for keys does not run here
    t.wait('both tags', function()
      return t.line(buf, 5) == '  <paths>docs/a.md</paths>'
    end)
    vim.lsp.linked_editing_range.enable(false)
  end)
end

t.done()
