-- Which files get the server, and when.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

if modern then
  vim.lsp.enable('forge_lsp')
end

local function clients(buf)
  return vim.lsp.get_clients({ name = 'forge_lsp', bufnr = buf })
end

local function finding(buf)
  t.wait('a finding', function()
    return vim.iter(vim.diagnostic.get(buf)):any(function(found)
      return found.code == 'unescaped-ampersand'
    end)
  end)
end

local bad = t.call('read_file', '  <path>q&a.md</path>')
local text = table.concat(bad, '\n')
local escaped = text:gsub('\n', '\\n')

--- Each file without a call, and the same with one.
local sources = {
  ['a.go'] = { { 'package a' }, vim.split('package a\n\nvar p = `' .. text .. '`', '\n') },
  ['a.py'] = { { 'x = 1' }, vim.split('p = """' .. text .. '"""', '\n') },
  ['a.ts'] = { { 'let x = 1' }, vim.split('export const p = `' .. text .. '`', '\n') },
  ['a.js'] = { { 'let x = 1' }, vim.split('export const p = `' .. text .. '`', '\n') },
  ['a.yaml'] = { { 'x: 1' }, vim.split('p: |\n  ' .. text:gsub('\n', '\n  '), '\n') },
  ['a.toml'] = { { 'x = 1' }, vim.split("p = '''\n" .. text .. "\n'''", '\n') },
  ['a.json'] = { { '{}' }, { '[{"role":"assistant","content":"' .. escaped .. '"}]' } },
  ['a.jsonl'] = { { '{}' }, { '{"role":"assistant","content":"' .. escaped:gsub('<', '\\u003c') .. '"}' } },
  ['a.ndjson'] = { { '{}' }, { '{"role":"assistant","content":"' .. escaped .. '"}' } },
  ['a.html'] = { { '<p>x</p>' }, bad },
  ['a.log'] = { { 'x' }, bad },
}

t.test('a project without calls has no server', function()
  local root = t.folder()
  local open = {}
  for name, lines in pairs(sources) do
    open[#open + 1] = t.open(root .. '/' .. name, lines[1])
  end
  -- What would have been attached above is by the time that this one is.
  local lone = t.folder()
  vim.fn.mkdir(lone .. '/.git')
  t.open(lone .. '/a.md', { 'x' })
  t.wait('a client', function()
    return #clients(0) == 1
  end)
  t.equal('clients', #clients(), 1)
  for _, buf in ipairs(open) do
    t.equal(vim.api.nvim_buf_get_name(buf), #clients(buf), 0)
  end
end)

for name, lines in pairs(sources) do
  t.test('a call in ' .. name .. ', there when it is opened', function()
    local root = t.folder()
    vim.fn.mkdir(root .. '/.git')
    finding(t.open(root .. '/' .. name, lines[2]))
  end)

  t.test('a call in ' .. name .. ', written into it', function()
    local buf = t.open(t.folder() .. '/' .. name, lines[1])
    t.equal('before', #clients(buf), 0)
    vim.api.nvim_buf_set_lines(buf, 0, -1, true, lines[2])
    finding(buf)
    t.equal('clients', #clients(buf), 1)
  end)
end

for _, name in ipairs({
  'a.instructions.md', 'a.prompt.md', 'a.agent.md', 'a.chatmode.md', 'copilot-instructions.md', 'AGENTS.md', 'CLAUDE.md',
  'SKILL.md', 'a.prompt', 'a.mdc', '.cursorrules', 'a.j2', 'a.jinja', 'a.jinja2', 'a.md.j2', 'a.hbs', 'a.handlebars',
  'a.mustache', 'a.tmpl', 'a.gotmpl', 'a.mdx', 'a.xml', 'a.txt', 'a.reply', 'a.response', 'a.transcript',
}) do
  t.test(name, function()
    finding(t.open(t.folder() .. '/' .. name, bad))
  end)
end

t.test('a file type that somebody else has set stays', function()
  vim.filetype.add({ extension = { mdc = 'mine' } })
  t.open(t.folder() .. '/b.mdc', { 'x' })
  t.equal('filetype', vim.bo.filetype, 'mine')
end)

t.done()
