-- The server in the editor: findings, fixes, files on disk, clients.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

local function clients(buf)
  return vim.lsp.get_clients({ name = 'forge_lsp', bufnr = buf })
end

local function findings(buf, count)
  t.wait(count .. ' findings', function()
    return #vim.diagnostic.get(buf) == count
  end)
  local list = vim.diagnostic.get(buf)
  table.sort(list, function(a, b)
    return a.lnum < b.lnum or (a.lnum == b.lnum and a.col < b.col)
  end)
  return list
end

--- Sets the configuration as a user would.
local function configure(config)
  if modern then
    vim.lsp.config('forge_lsp', config)
  else
    vim.g.forge_lsp = config
  end
end

local function stop()
  vim.cmd('silent! %bwipeout!')
  for _, client in ipairs(clients()) do
    -- The way to call it changed with 0.11.
    if modern then
      client:stop()
    else
      client.stop()
    end
  end
  t.wait('no client', function()
    return #clients() == 0
  end)
end

t.test('nothing runs before it is asked for', function()
  t.equal('clients', #clients(), 0)
  if modern then
    t.open(t.folder() .. '/a.md', { 'text' })
    vim.wait(200)
    t.equal('clients', #clients(), 0)
    vim.lsp.enable('forge_lsp') -- attaches to the open buffer
    t.wait('a client', function()
      return #clients(0) == 1
    end)
  end
end)

for _, encoding in ipairs({ 'utf-8', 'utf-16', 'utf-32' }) do
  t.test('diagnostics after an emoji, and fixes, in ' .. encoding, function()
    stop()
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    capabilities.general.positionEncodings = { encoding }
    configure({ capabilities = capabilities })
    local path = t.folder() .. '/a.md'
    local buf = t.open(path, t.call('read_file', '  <path>🙂é𝄞/q&a.md</path>'))
    local finding = findings(buf, 1)[1]
    t.equal('encoding', clients(buf)[1].offset_encoding, encoding)
    t.equal('code', finding.code, 'unescaped-ampersand')
    t.equal('severity', finding.severity, vim.diagnostic.severity.WARN)
    local at = t.line(buf, 5):find('&', 1, true) - 1
    t.equal('place', { finding.lnum, finding.col, finding.end_col }, { 4, at, at + 1 })

    vim.api.nvim_win_set_cursor(0, { 5, at })
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action)
        return action.isPreferred
      end,
    })
    t.wait('the fix', function()
      return t.line(buf, 5) == '  <path>🙂é𝄞/q&amp;a.md</path>'
    end)
    findings(buf, 0)
    vim.cmd('silent write')
    t.equal('file', vim.fn.readfile(path)[5], '  <path>🙂é𝄞/q&amp;a.md</path>')
  end)
end
configure({ capabilities = vim.lsp.protocol.make_client_capabilities() })

t.test('diagnostics follow the typing', function()
  stop()
  local buf = t.open(t.folder() .. '/a.md', t.call('read_file', '  <path>q.md</path>'))
  t.wait('a client', function()
    return #clients(buf) == 1
  end)
  vim.api.nvim_buf_set_text(buf, 4, 8, 4, 8, { '🙂&' })
  t.equal('column', findings(buf, 1)[1].col, 8 + #'🙂')
  vim.api.nvim_buf_set_text(buf, 4, 8, 4, 8 + #'🙂&', { '' })
  findings(buf, 0)
end)

t.test('fixes: all that are safe, and a write right after them saves them', function()
  local path = t.folder() .. '/reply.xml'
  local lines = t.call('write_file', '  <path>🙂 a & b</path>', '  <content>x && y</content>')
  vim.list_extend(lines, { 'R&D' }) -- outside of a call, and no business of ours
  local buf = t.open(path, lines)
  t.wait('findings', function()
    return #vim.diagnostic.get(buf) > 0
  end)
  vim.cmd('ForgeFixAll | silent write')
  local saved = vim.fn.readfile(path)
  t.equal('path', saved[5], '  <path>🙂 a &amp; b</path>')
  t.equal('content', saved[6], '  <content>x &amp;&amp; y</content>')
  t.equal('rest', saved[#saved], 'R&D')
  findings(buf, 0)
  vim.cmd('ForgeFixAll')
  t.equal('modified', vim.bo[buf].modified, false)
end)

t.test('fix all leaves what is not safe', function()
  local buf = t.open(t.folder() .. '/reply.xml', t.call('no_such & tool', '  <path>a</path>'))
  t.wait('findings', function()
    return #vim.diagnostic.get(buf) > 0
  end)
  vim.cmd('ForgeFixAll')
  t.equal('call', t.line(buf, 1), '<tool>')
  t.equal('end', t.line(buf, 7), '</tool>')
  stop()
end)

t.test('fix all tells that there is no server', function()
  vim.cmd.enew()
  t.contains(
    t.notified(function()
      vim.cmd('ForgeFixAll')
    end),
    'not attached'
  )
end)

t.test('one client per root', function()
  stop()
  local project, other = t.folder(), t.folder()
  vim.fn.mkdir(project .. '/.git')
  vim.fn.mkdir(other .. '/.forge')
  vim.fn.mkdir(other .. '/deep/.git', 'p')
  local bad = t.call('read_file', '  <path>a&b</path>')
  -- The editor asks for the findings of buffers that are shown.
  local function shown(path)
    local buf = t.open(path, bad)
    findings(buf, 1)
    return buf
  end
  local a, b = shown(project .. '/a.md'), shown(project .. '/sub/b.txt')
  local c, d = shown(other .. '/c.xml'), shown(other .. '/deep/d.md')
  t.equal('root', clients(a)[1].config.root_dir, project)
  t.equal('shared', clients(b)[1].id, clients(a)[1].id)
  t.equal('.forge is a marker', clients(c)[1].config.root_dir, other)
  t.equal('the nearest marker wins', clients(d)[1].config.root_dir, other .. '/deep')
  t.equal('clients', #clients(), 3)
end)

t.test('no client for windows that are no files', function()
  local scratch = vim.api.nvim_create_buf(false, true)
  vim.bo[scratch].filetype = 'markdown'
  -- What attaches does so when the event loop comes to it, which is before this.
  local buf = t.open(t.folder() .. '/a.md', { 'a' })
  t.wait('a client', function()
    return #clients(buf) == 1
  end)
  t.equal('scratch', #clients(scratch), 0)
end)

t.test('a killed server is reported, and :edit starts it again', function()
  stop()
  local buf = t.open(t.folder() .. '/a.md', t.call('read_file', '  <path>a&b</path>'))
  findings(buf, 1)
  local old = clients(buf)[1].id
  -- The server is the only child of the editor: its id comes from the editor.
  local children = vim.api.nvim_get_proc_children(vim.fn.getpid())
  t.equal('children', #children, 1)
  t.contains(
    t.notified(function(said)
      vim.uv.kill(children[1], 'sigkill')
      t.wait('a message', function()
        return #said > 0
      end)
    end),
    'Client forge_lsp quit with exit code'
  )
  t.equal('clients', #clients(), 0)
  vim.cmd.edit()
  findings(buf, 1)
  t.equal('a new client', clients(buf)[1].id ~= old, true)
end)

t.test('a missing binary does not disturb', function()
  stop()
  configure({ cmd = { 'no-such-forge-lsp', 'serve' } })
  local said = t.notified(function()
    t.open(t.folder() .. '/a.md', { 'a' })
    t.open(t.folder() .. '/b.md', { 'b' })
    vim.wait(200)
  end)
  -- From 0.11 on the editor writes this into its own log.
  t.equal('message', said, modern and '' or 'no-such-forge-lsp is not executable; see :checkhealth forge_lsp')
  t.equal('clients', #clients(), 0)
end)

t.done()
