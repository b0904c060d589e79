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

local function at(line, text)
  r.wait('the cursor in line ' .. line, [[
    local line, text = ...
    local start = vim.api.nvim_get_current_line():find(text, 1, true)
    return vim.bo.buftype == '' and vim.fn.line('.') == line and vim.fn.col('.') == start]], line, text)
end

t.test('a fix within a string of JSON, and no other byte', function()
  r.type(':call cursor(20, stridx(getline(20), "&& b") + 1)<CR>')
  at(20, '&& b')
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

t.test('calls that were written as text, where the agent calls tools in another way', function()
  local file = t.folder() .. '/native.jsonl'
  vim.fn.writefile({
    '{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"read","arguments":"{}"}}]}',
    '{"role":"assistant","content":"Next.\\n<invoke name=\\"read\\"><parameter name=\\"path\\">a</parameter></invoke>"}',
  }, file)
  r.type(':edit ' .. file .. '<CR>')
  r.attached()
  r.wait('the finding', [[return #vim.diagnostic.get(0) == 1]])
  r.type('gg]x')
  at(2, '<invoke')
end)

r.stop()
t.done()
