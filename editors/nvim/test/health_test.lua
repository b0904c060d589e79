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
  t.open(t.folder() .. '/a.md', { 'a' })
  t.wait('a client', function()
    return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = 0 }) == 1
  end)
  t.contains(check(), 'a.md: attached')
end)

t.test('no binary', function()
  configure({ 'no-such-forge-lsp', 'serve' })
  local text = check()
  t.contains(text, 'ERROR')
  t.contains(text, '`no-such-forge-lsp` is not executable')
  t.contains(text, 'go install ')
end)

t.test('another program of the name', function()
  configure({ 'true' })
  t.contains(check(), 'is not forge-lsp')
end)

t.done()
