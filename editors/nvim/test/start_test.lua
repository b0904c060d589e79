-- g:forge_lsp_start, each of its values, as the plugin reads it when it is loaded.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

local function load_with(start)
  pcall(vim.api.nvim_del_augroup_by_name, 'forge_lsp')
  vim.g.loaded_forge_lsp = nil
  vim.g.forge_lsp_start = start
  vim.cmd.runtime('plugin/forge_lsp.lua')
  t.open(t.folder() .. '/a.md', { 'a' })
end

local function clients()
  return #vim.lsp.get_clients({ name = 'forge_lsp' })
end

t.test('false: never', function()
  load_with(false)
  vim.wait(200)
  t.equal('clients', clients(), 0)
end)

t.test('not set: on 0.10 only', function()
  load_with(nil)
  if modern then
    vim.wait(200)
    t.equal('clients', clients(), 0)
  else
    t.wait('a client', function()
      return clients() == 1
    end)
  end
end)

t.test('true: always', function()
  load_with(true)
  t.wait('a client', function()
    return clients() > 0
  end)
end)

t.test('loaded twice, nothing is there twice', function()
  vim.cmd.runtime('plugin/forge_lsp.lua')
  local after = vim.tbl_filter(function(path)
    return path:find('editors/nvim/after', 1, true)
  end, vim.api.nvim_list_runtime_paths())
  t.equal('after/ on the path', #after, 1)
end)

t.done()
