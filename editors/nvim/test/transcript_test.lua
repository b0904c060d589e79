-- A transcript, read and fixed by keyboard alone.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local r = dofile(vim.env.FORGE_TEST .. '/remote.lua')
local modern = vim.fn.has('nvim-0.11') == 1

--- A call in the escapes of JSON. Every tenth message has others than the rest.
local function call(tool, arguments, odd)
  local text = ('<tool>\n<server_name>local</server_name>\n<tool_name>%s</tool_name>\n<arguments>%s</arguments>\n</tool>'):format(tool, arguments)
  text = text:gsub('"', '\\"'):gsub('\n', '\\n')
  return odd and text:gsub('<', '\\u003c'):gsub('>', '\\u003E') or text
end

--- 40 messages, of which four have a call that does not run as it was meant.
local function transcript()
  local lines = {}
  for i = 1, 40 do
    if i % 2 == 1 then
      lines[i] = ('{"role":"user", "content":"Go on \\u2013 step %d\\/40. \\ud83d\\ude42"}'):format(i)
    else
      lines[i] = ('{"n":%d,  "role" : "assistant","content":"%s"}'):format(i, call('read_file', '<path>docs/a' .. i .. '.md</path>', i % 10 == 0))
    end
  end
  local function put(i, ...)
    lines[i] = ('{"n":%d, "role":"assistant", "content":"Now.\\n\\n%s"}'):format(i, call(...))
  end
  put(8, 'apply_diff', '<path>a.go</path><edits><edit><search>if a {</search><replace>if a &amp;&amp; b {</replace></edit>'
    .. '<edit><search>\treturn\n</search><replace>\treturn nil\n</replace></edit></edits>')
  put(12, 'no_such_tool', '<path>a</path>')
  put(20, 'write_file', '<path>docs/R&D.md</path><content><![CDATA[a && b]]></content>', true)
  put(24, 'read_file', '<path>docs/Q&A.md</path>')
  put(28, 'read_file', '<path>a<b></path>')
  put(36, 'read_file', '')
  return lines
end

local path = t.folder() .. '/session.jsonl'
vim.fn.writefile(transcript(), path)
local before = table.concat(vim.fn.readfile(path, 'b'), '\n')

r.lua([[if vim.lsp.enable then vim.lsp.enable('forge_lsp') end]])
r.type(':edit ' .. path .. '<CR>')
r.attached()

local function listed()
  return r.lua([[return vim.tbl_map(function(item) return { item.lnum, (item.text:gsub(' %(.*', '')) } end, vim.fn.getloclist(0))]])
end

local function at(line, text)
  r.wait('the cursor in line ' .. line, [[
    local line, text = ...
    local start = vim.api.nvim_get_current_line():find(text, 1, true)
    return vim.bo.buftype == '' and vim.fn.line('.') == line and vim.fn.col('.') == start]], line, text)
end

t.test('the broken calls, in the location list', function()
  r.type(':ForgeCalls bro<Tab><CR>')
  r.wait('the list', [[return vim.bo.buftype == 'quickfix']])
  t.equal('calls', listed(), {
    { 12, 'message 12: refused, no such tool: no_such_tool a' },
    { 28, 'message 28: refused by the reader: read_file a<b>' },
    { 36, 'message 36: refused by its tool: read_file' },
    { 20, 'message 20: data lost, repaired, tool accepts: write_file docs/R&D.md' },
  })
  t.equal('title', r.lua([[return vim.fn.getloclist(0, { title = 0 }).title]]), 'Tool calls: broken')
  r.type('4G<CR>')
  at(20, '&& b')
end)

t.test('a fix within a string of JSON, and no other byte', function()
  r.wait('the finding', [[
    return vim.iter(vim.diagnostic.get(0, { lnum = 19 })):any(function(found) return found.code == 'corrupted-cdata' end)]])
  r.type(modern and 'gra' or ':lua vim.lsp.buf.code_action()<CR>')
  r.answer('which fix', '1<CR>')
  r.wait('the fix', [[return vim.fn.getline(20):find('R\\u0026amp;D', 1, true) ~= nil]])
  r.type(':w<CR>')
  r.wait('the file', [[return not vim.bo.modified]])
  local after = table.concat(vim.fn.readfile(path, 'b'), '\n')
  -- As the string has its < and >, so it gets the &.
  local expected = before:gsub('R&D', 'R\\u0026amp;D')
  t.equal('file', after, expected)
end)

t.test('the next and the previous broken call, past the ends too', function()
  r.lua([[
    vim.keymap.set('n', ']x', '<Plug>(forge-next-broken)')
    vim.keymap.set('n', '[x', '<Plug>(forge-previous-broken)')]])
  r.type('gg]x')
  at(12, 'no_such_tool')
  r.type(']x')
  at(28, '<b>')
  r.type('2]x')
  at(12, 'no_such_tool')
  r.type('[x')
  at(36, '<arguments>')
  r.type('$2[x')
  at(28, '<b>')
end)

t.test('one of the calls, picked', function()
  r.type(':ForgeCalls! refused<CR>')
  r.answer('which call', '1<CR>')
  at(12, 'no_such_tool')
end)

t.test('what the tool receives, in a window', function()
  r.type(':ForgeReceives<CR>')
  r.wait('the window', [[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
        return text:find('no_such_tool', 1, true) ~= nil
      end
    end
    return false]])
  r.type('l')
  r.wait('it closed', [[
    return vim.iter(vim.api.nvim_list_wins()):all(function(window) return vim.api.nvim_win_get_config(window).relative == '' end)]])
end)

t.test('what apply_diff changes, in diff mode', function()
  r.type(':8<CR>f<lt>:ForgeDiff<CR>')
  r.wait('two windows in diff mode', [[
    return vim.fn.tabpagenr() == 2 and vim.iter(vim.api.nvim_tabpage_list_wins(0)):all(function(window) return vim.wo[window].diff end)]])
  local texts = r.lua([[
    return vim.tbl_map(function(window)
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
    end, vim.api.nvim_tabpage_list_wins(0))]])
  t.contains(texts[1], 'if a {')
  t.contains(texts[1], '\treturn\n')
  t.contains(texts[2], 'if a && b {')
  t.contains(texts[2], '\treturn nil')
  t.equal('filetype', r.lua([[return vim.bo.filetype]]), 'go')
  r.type('q')
  r.wait('the transcript', [[return vim.fn.tabpagenr('$') == 1 and vim.fn.line('.') == 8]])
end)

t.test('the transcript as a conversation', function()
  r.type(':12<CR>:ForgeConversation<CR>')
  r.wait('the conversation', [[return vim.bo.filetype == 'markdown' and vim.api.nvim_get_current_line() == '## Line 12 · assistant']])
  t.contains(r.text(), '- `no_such_tool`: refused')
  t.contains(r.text(), '## Line 11 · user\n\n```\nGo on – step 11/40. 🙂\n```\n')
  r.type('/Line 28<CR><CR>')
  r.wait('the message', [[return vim.fn.bufname() == ... and vim.fn.line('.') == 28]], path)
  r.type('u') -- the fix in line 20
  r.wait('the conversation follows', [[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
      if text:find('## Line 12', 1, true) and text:find('docs/R&D.md</path>', 1, true) then
        return true
      end
    end
    return false]])
  r.type('<C-r>:only<CR>')
  r.wait('one window', [[return #vim.api.nvim_list_wins() == 1]])
end)

t.test('words that choose no call', function()
  r.type(':ForgeCalls lost leaked<CR>')
  r.wait('it told', [[return vim.fn.execute('messages'):find('No tool call in this buffer is lost or leaked.', 1, true) ~= nil]])
  r.type(':ForgeCalls brokn<CR>')
  r.wait('it told', [[return vim.fn.execute('messages'):find('expected all, broken, refused, ignored, repaired, lost, leaked, native, found brokn', 1, true) ~= nil]])
end)

t.test('a transcript with nothing but native calls', function()
  local file = t.folder() .. '/claude.jsonl'
  vim.fn.writefile({
    '{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"read","input":{}}]}',
  }, file)
  r.type(':edit ' .. file .. '<CR>')
  r.attached()
  r.type(':ForgeCalls native<CR>')
  r.wait('the list', [[return vim.bo.buftype == 'quickfix']])
  t.equal('calls', listed(), {
    { 1, 'message 1: runs, native: read' },
  })
  r.type('<CR>')
  r.wait('the transcript', [[return vim.bo.buftype == '']])
end)

t.test('calls that were written as text, where the agent calls tools in another way', function()
  local file = t.folder() .. '/native.jsonl'
  vim.fn.writefile({
    '{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"read","arguments":"{}"}}]}',
    '{"role":"assistant","content":"Next.\\n<invoke name=\\"read\\"><parameter name=\\"path\\">a</parameter></invoke>"}',
  }, file)
  r.type(':edit ' .. file .. '<CR>')
  r.attached()
  r.wait('the finding', [[return #vim.diagnostic.get(0) == 1]])
  r.type(':ForgeCalls leaked<CR>')
  r.wait('the list', [[return vim.bo.buftype == 'quickfix']])
  t.equal('calls', listed(), {
    { 2, 'message 2: never runs, leaked: read' },
  })
  t.equal('why', r.lua([[return vim.fn.getloclist(0)[1].text]]),
    'message 2: never runs, leaked: read (Call of `read` written as text in `<invoke>`; use the tool interface)')
  r.type('<CR>')
  at(2, '<invoke')
  r.type(':ForgeCalls native<CR>')
  r.wait('the list', [[return vim.bo.buftype == 'quickfix' and #vim.fn.getloclist(0) == 1 and vim.fn.getloclist(0)[1].lnum == 1]])
  t.equal('native calls', listed(), {
    { 1, 'message 1: runs, native: read' },
  })
  r.type('<CR>')
  r.wait('the transcript', [[return vim.fn.line('.') == 1]])
end)

r.stop()
t.done()
