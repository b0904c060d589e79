-- The mistakes that people make most, and their first fix, by keyboard alone.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local r = dofile(vim.env.FORGE_TEST .. '/remote.lua')
local modern = vim.fn.has('nvim-0.11') == 1

local folder = t.folder()
vim.fn.mkdir(folder .. '/.git')
if modern then
  r.lua([[vim.lsp.enable('forge_lsp')]])
end

-- What is typed into a value, as keys; the code; what the line is after the fix.
local edit = '<edit><search>a</search><replace>b</replace></edit>'
local mistakes = {
  { 'a bare &', '<content>¦</content>', 'a && b', 'unescaped-ampersand', '<content>a &amp;&amp; b</content>' },
  { 'a bare <', '<content>¦</content>', 'if a <lt> b {', 'raw-less-than', '<content>if a &lt; b {</content>' },
  { ']]> in CDATA', '<content><![CDATA[x¦ 1]]></content>', '[y[0]]>', 'cdata-ends-early', '<content><![CDATA[x[y[0]]]]><![CDATA[> 1]]></content>' },
  { '</tool> in a value', '<content>End it¦.</content>', ' with <lt>/tool>', 'call-end-in-content', '<content>End it with &lt;/tool&gt;.</content>' },
  { 'CDATA around elements', '<edits>¦' .. edit .. ']]></edits>', '<lt>![CDATA[', 'cdata-around-structure', '<edits>' .. edit .. '</edits>' },
  { 'a missing end', '<content>b¦</content>', '<C-o>D', 'unclosed-element', '<content>b</content>' },
}

for i, mistake in ipairs(mistakes) do
  local name, line, keys, code, fixed = unpack(mistake)
  t.test(name .. ', and its fix', function()
    local path = ('%s/%d.md'):format(folder, i)
    local tool = vim.startswith(line, '<edits>') and 'apply_diff' or 'write_file'
    vim.fn.writefile(t.call(tool, '<path>a.go</path>', (line:gsub('¦', ''))), path)
    r.lua('vim.cmd.edit(...)', path)
    r.attached()
    r.lua('vim.api.nvim_win_set_cursor(0, { 6, ... })', line:find('¦', 1, true) - 1)
    r.type('i' .. keys .. '<Esc>')
    r.lua('vim.cmd.write()') -- the call is finished
    r.wait('the finding', [[local found = vim.diagnostic.get(0) return #found > 0 and found[1].code == ...]], code)
    r.lua('local at = vim.diagnostic.get(0)[1] vim.api.nvim_win_set_cursor(0, { at.lnum + 1, at.col })')
    r.type(modern and 'gra' or ':lua vim.lsp.buf.code_action()<CR>')
    r.answer('which fix', '1<CR>')
    r.wait('the fix', [[return vim.fn.getline(6) == ... and #vim.diagnostic.get(0) == 0]], fixed)
  end)
end

r.stop()
t.done()
