-- The help file: its tags, its links, its form.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local source = vim.fs.dirname(vim.env.FORGE_TEST) .. '/doc/forge-lsp.txt'
local text = table.concat(vim.fn.readfile(source), '\n')

-- Built in a copy: the tags file is no part of the repository.
local copy = t.folder()
vim.fn.mkdir(copy .. '/doc')
vim.uv.fs_copyfile(source, copy .. '/doc/forge-lsp.txt')
local tags = {}

t.test('tags build', function()
  vim.cmd.helptags(copy .. '/doc')
  for _, line in ipairs(vim.fn.readfile(copy .. '/doc/tags')) do
    tags[line:match('^[^\t]+')] = true
  end
  for _, name in ipairs({ 'forge-lsp', 'forge_lsp', ':ForgeFixAll', ':ForgeDiff', '<Plug>(forge-next-broken)', 'g:forge_lsp', 'g:forge_lsp_start' }) do
    t.equal(name, tags[name], true)
  end
end)

t.test('help opens', function()
  vim.opt.runtimepath:append(copy)
  vim.o.modeline = true -- off by default for root
  for name in pairs(tags) do
    vim.cmd('silent help ' .. name)
    t.equal('file', vim.fn.expand('%:t'), 'forge-lsp.txt')
    t.equal('filetype, from the modeline', vim.bo.filetype, 'help')
  end
end)

t.test('its links lead somewhere', function()
  local count = 0
  for link in text:gmatch('|([^|%s]+)|') do
    count = count + 1
    -- Links into the editor's own help may lead to what this version does not
    -- have yet; ours must be there.
    if link:lower():find('forge') then
      t.equal(link, tags[link], true)
    end
  end
  t.equal('some links', count > 5, true)
end)

t.test('lines fit, and the modeline is last', function()
  for number, line in ipairs(vim.split(text, '\n')) do
    t.equal('width of line ' .. number, vim.fn.strdisplaywidth(line) <= 78, true)
  end
  t.equal('modeline', text:match('[^\n]+$'):sub(1, 5), ' vim:')
end)

t.done()
