-- A call that edits a file of the folder: what is wrong, its fix, the change, and the way to the file.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')

if vim.fn.has('nvim-0.11') == 1 then
  vim.lsp.enable('forge_lsp')
end

local folder = t.folder()
vim.fn.mkdir(folder .. '/.git')
vim.fn.mkdir(folder .. '/src')
vim.fn.writefile({ 'package a', '', 'func One() int {', '\treturn 1', '}' }, folder .. '/src/a.go')
local reply = t.call('apply_diff', '<path>src/a.go</path>', '<edits><edit><search>  return 1</search><replace>\treturn 2</replace></edit></edits>')
local buf = t.open(folder .. '/a.reply', { '' })
t.wait('a client', function()
  return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = buf }) == 1
end)
vim.api.nvim_buf_set_lines(buf, 0, -1, true, reply) -- it is being written

t.test('an edit that the file does not have', function()
  t.wait('the finding', function()
    return #vim.diagnostic.get(buf) == 1
  end)
  local found = vim.diagnostic.get(buf)[1]
  t.equal('code', found.code, 'search-not-found')
  t.contains(found.message, 'nearest: line 4, which differs in tabs: `[-··-]{+→+}return·1`')
end)

t.test('its fix', function()
  vim.api.nvim_win_set_cursor(0, { 6, 30 })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == 'Write the text as it is in the file'
    end,
  })
  t.wait('the fix', function()
    return t.line(buf, 6):find('<search>\treturn 1</search>', 1, true) ~= nil and #vim.diagnostic.get(buf) == 0
  end)
end)

t.test('the change, in diff mode', function()
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.has('nvim-0.12') == 0 then -- which asks for them when they are run
    vim.lsp.codelens.refresh({ bufnr = buf })
    t.wait('the lenses', function()
      return #vim.lsp.codelens.get(buf) == 2
    end)
  end
  local select = vim.ui.select
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      if options.format_item(item):find('Show the change', 1, true) then
        choose(item)
        return
      end
    end
  end
  vim.lsp.codelens.run()
  t.wait('two windows in diff mode', function()
    return vim.fn.tabpagenr() == 2 and vim.iter(vim.api.nvim_tabpage_list_wins(0)):all(function(window)
      return vim.wo[window].diff
    end)
  end)
  vim.ui.select = select
  local texts = vim.tbl_map(function(window)
    return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
  end, vim.api.nvim_tabpage_list_wins(0))
  t.equal('before and after', texts, {
    'package a\n\nfunc One() int {\n\treturn 1\n}\n', 'package a\n\nfunc One() int {\n\treturn 2\n}\n',
  })
  vim.cmd.tabclose()
end)

t.test('definition of the searched text', function()
  vim.api.nvim_win_set_cursor(0, { 6, 30 })
  vim.lsp.buf.definition()
  t.wait('the file', function()
    return vim.fn.expand('%:t') == 'a.go'
  end)
  t.equal('cursor', vim.api.nvim_win_get_cursor(0), { 4, 0 })
end)

t.done()
