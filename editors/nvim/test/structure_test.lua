-- What the editor does with the structure of calls: symbols, renaming, layout, tokens.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

if modern then
  vim.lsp.enable('forge_lsp')
end

--- Opens a call, with the cursor on the first place of a text.
local function open(name, lines, place)
  local buf = t.open(t.folder() .. '/' .. name, lines)
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

t.test('symbols', function()
  open('a.md', sound)
  local list
  vim.lsp.buf.document_symbol({ on_list = function(found) list = found.items end })
  t.wait('symbols', function()
    return list ~= nil
  end)
  local texts = vim.tbl_map(function(item) return item.text end, list)
  t.contains(table.concat(texts, '\n'), 'read_file')
  t.contains(table.concat(texts, '\n'), 'path')
end)

t.test('rename changes both tags', function()
  local buf = open('a.md', sound, 'path>')
  vim.lsp.buf.rename('file')
  t.wait('both tags', function()
    return t.line(buf, 5) == '  <file>docs/a.md</file>'
  end)
end)

t.test('layout, and no other byte', function()
  local crooked = vim.deepcopy(sound)
  crooked[5] = '<path>docs/a.md</path>'
  local buf = open('a.md', crooked)
  vim.lsp.buf.format({ name = 'forge_lsp', timeout_ms = 5000 })
  t.equal('lines', vim.api.nvim_buf_get_lines(buf, 0, -1, true), sound)
end)

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
  t.test('typing in one tag changes the other', function()
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
