-- :checkhealth forge_lsp, in each state that it tells apart.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

local function check()
  vim.cmd('silent checkhealth forge_lsp')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
  vim.cmd('silent bwipeout!')
  return text
end

local function configure(cmd)
  if modern then
    vim.lsp.config('forge_lsp', { cmd = cmd })
  else
    vim.g.forge_lsp = { cmd = cmd }
  end
end

t.test('before anything', function()
  local text = check()
  t.contains(text, 'Neovim ' .. tostring(vim.version()))
  t.contains(text, vim.fn.exepath('forge-lsp') .. ': forge-lsp ')
  t.contains(text, 'No client is running: one starts with the first file of type markdown, text, xml, ')
  if vim.lsp.is_enabled then
    t.contains(text, "Add vim.lsp.enable('forge_lsp')")
  end
end)

t.test('attached', function()
  if modern then
    vim.lsp.enable('forge_lsp')
  end
  local root = t.folder()
  vim.fn.mkdir(root .. '/.git')
  t.open(root .. '/a.md', { 'a' })
  t.open(root .. '/b.md', { 'b' })
  t.wait('a client for both', function()
    local list = vim.lsp.get_clients({ name = 'forge_lsp' })
    return list[1] and vim.tbl_count(list[1].attached_buffers) == 2
  end)
  local text = check()
  t.contains(text, root .. ', attached to 2 buffers')
  t.equal('errors', text:find('ERROR'), nil)
  t.equal('warnings', text:find('WARNING'), nil)
end)

t.test('why a buffer has no client', function()
  local function says(name, lines, part)
    t.open(t.folder() .. '/' .. name, lines)
    t.contains(check(), name .. ': ' .. part)
  end
  says('a.json', { '{}' }, 'not attached, as no <tool> is in it')
  says('a.lua', { 'x' }, "not attached, as its 'filetype' is lua")
  says('a.unknown', { 'x' }, "not attached, as it has no 'filetype'")
  vim.filetype.add({ extension = { big = 'bigfile' } }) -- as plugins do for large files
  says('a.big', { ('x'):rep(2500000) }, "not attached: it has 2.5 MB, and a plugin for large files has set its 'filetype' to bigfile")
  t.open(t.folder() .. '/a.md', { 'a' })
  t.wait('a client', function()
    return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = 0 }) == 1
  end)
  t.contains(check(), 'a.md: attached')
  t.contains(check(), 'a.md: read as document (default)')
end)

t.test('why an attached buffer shows nothing', function()
  local root = t.folder()
  vim.fn.writefile({ '[[files]]', 'glob = "*.md"', 'kind = "ignore"' }, root .. '/forge-lsp.toml')
  t.open(root .. '/a.md', { 'a' })
  t.wait('a client', function()
    return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = 0 }) == 1
  end)
  vim.diagnostic.enable(false, { bufnr = 0 })
  local text = check()
  t.contains(text, 'a.md: read as ignore (')
  t.contains(text, 'a.md: diagnostics are disabled')
  vim.diagnostic.enable(true, { bufnr = 0 })
end)

if vim.lsp.is_enabled or not modern then -- Neovim 0.11 does not tell
  t.test('disabled', function()
    if modern then
      vim.lsp.enable('forge_lsp', false)
    else
      vim.g.forge_lsp_start = false
      vim.api.nvim_clear_autocmds({ group = 'forge_lsp' })
    end
    t.open(t.folder() .. '/b.md', { 'b' })
    t.contains(check(), 'b.md: not attached, as the server is disabled')
    if modern then
      vim.lsp.enable('forge_lsp')
    else
      vim.g.forge_lsp_start = nil
      require('forge_lsp.fallback').enable()
    end
  end)
end

t.test('no binary', function()
  configure({ 'no-such-forge-lsp', 'serve' })
  local text = check()
  t.contains(text, 'ERROR')
  t.contains(text, '`no-such-forge-lsp` is not executable')
  t.contains(text, 'go install ')
  t.open(t.folder() .. '/a.md', { 'a' })
  t.contains(check(), 'a.md: not attached, as `no-such-forge-lsp` is not executable')
end)

t.test('another program of the name', function()
  configure({ 'true' })
  t.contains(check(), 'is not forge-lsp')
end)

t.done()
