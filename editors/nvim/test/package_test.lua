-- What docs/editors.md tells a new user of Neovim to do, done: run starts this
-- file in an editor that has nothing but the package and the init.lua of that page.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')

t.test('fix all on save, from nothing but what the page tells', function()
  t.first_squiggle()
  vim.cmd('silent write')
  t.equal('fixed on save', vim.fn.search('docs/q&amp;a.md', 'nw') > 0, true)
end)

t.test('the colors', function()
  local line = vim.fn.search('^<server_name>', 'nw')
  t.wait('the syntax', function()
    return vim.fn.synIDattr(vim.fn.synID(line, 1, 1), 'name') == 'forgeTag'
  end)
end)

t.test('the help', function()
  vim.cmd('silent help forge-lsp')
  t.equal('file', vim.fn.expand('%:t'), 'forge-lsp.txt')
end)

t.done()
