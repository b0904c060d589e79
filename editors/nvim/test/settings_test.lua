-- Settings of the editor and the configuration file, both changed under way.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1
local off = { forge = { rules = { ['unescaped-ampersand'] = 'off' } } }

local function count(buf, want)
  t.wait(want .. ' findings', function()
    return #vim.diagnostic.get(buf) == want
  end)
end

local function client(buf)
  return vim.lsp.get_clients({ name = 'forge_lsp', bufnr = buf })[1]
end

--- Two findings of different rules, in a project of its own.
local function project(extra)
  local root = t.folder()
  vim.fn.mkdir(root .. '/.git')
  for name, lines in pairs(extra or {}) do
    vim.fn.writefile(lines, root .. '/' .. name)
  end
  return t.open(root .. '/a.md', t.call('read_file', '  <path>a&b</path>', '  <what>c</what>')), root
end

if modern then
  vim.lsp.enable('forge_lsp')
end

t.test('without settings', function()
  count(project(), 2)
end)

t.test('settings changed while the server runs', function()
  local buf = vim.api.nvim_get_current_buf()
  local params = { settings = off }
  -- The way to call it changed with 0.11.
  if modern then
    client(buf):notify('workspace/didChangeConfiguration', params)
  else
    client(buf).notify('workspace/didChangeConfiguration', params)
  end
  count(buf, 1)
end)

t.test('settings of init.lua', function()
  if modern then
    vim.lsp.config('forge_lsp', { settings = off })
  else
    vim.g.forge_lsp = { settings = off }
  end
  local buf = project()
  count(buf, 1)
  t.equal('code', vim.diagnostic.get(buf)[1].code, 'unknown-argument')
end)

t.test('a configuration file that changes on the disk', function()
  local buf, root = project({ ['forge-lsp.toml'] = { '[rules]', 'unknown-argument = "warning"' } })
  count(buf, 1)
  vim.fn.writefile({ '[rules]', 'unknown-argument = "off"' }, root .. '/forge-lsp.toml')
  count(buf, 0)
end)

t.done()
