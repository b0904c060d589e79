-- What README.md tells a new user of Neovim to do, done: run starts this file in an
-- editor that has nothing but the init.lua of that page.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')

t.test('from nothing to the first squiggle, and its fix', function()
  t.first_squiggle()
  vim.cmd('ForgeFixAll')
  t.equal('fixed', vim.fn.search('docs/q&amp;a.md', 'nw') > 0, true)
end)

t.test('the help', function()
  vim.cmd('silent! helptags ALL')
  vim.cmd('silent help forge-lsp')
  t.equal('file', vim.fn.expand('%:t'), 'forge-lsp.txt')
end)

t.done()
