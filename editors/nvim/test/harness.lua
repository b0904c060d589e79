-- The few lines that the tests share. A test file is run by
-- start.lua in a whole editor, with its event loop.

local t = {}

local failed, passed = 0, 0

--- Waits until a condition holds. What a server does takes a while, on a busy machine longer.
function t.wait(what, condition)
  if not vim.wait(600000, condition, 10) then
    error('timeout: ' .. what, 2)
  end
end

function t.equal(what, got, want)
  if not vim.deep_equal(got, want) then
    error(('%s: got %s, want %s'):format(what, vim.inspect(got), vim.inspect(want)), 2)
  end
end

function t.contains(text, part)
  if not text:find(part, 1, true) then
    error(('%q is not in: %s'):format(part, text), 2)
  end
end

--- An empty folder that no marker of a root stands above.
function t.folder()
  local name = vim.fn.tempname()
  vim.fn.mkdir(name, 'p')
  return vim.uv.fs_realpath(name)
end

--- Opens a file with these lines.
function t.open(path, lines)
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.writefile(lines, path)
  vim.cmd.edit(vim.fn.fnameescape(path))
  return vim.api.nvim_get_current_buf()
end

function t.line(buf, number)
  return vim.api.nvim_buf_get_lines(buf, number - 1, number, true)[1]
end

--- The lines of a call, with more lines as its arguments.
function t.call(tool, ...)
  local lines = { '<tool>', '<server_name>local</server_name>', '<tool_name>' .. tool .. '</tool_name>', '<arguments>' }
  vim.list_extend(lines, { ... })
  return vim.list_extend(lines, { '</arguments>', '</tool>' })
end

--- Waits until the finding of first.md is shown, which a new user opens.
function t.first_squiggle()
  local buf = vim.api.nvim_get_current_buf()
  t.equal('file', vim.fn.expand('%:t'), 'first.md')
  t.wait('a finding', function()
    return #vim.diagnostic.get(buf) == 1
  end)
  t.equal('code', vim.diagnostic.get(buf)[1].code, 'unescaped-ampersand')
end

--- The notifications while a function runs.
function t.notified(during)
  local said, notify = {}, vim.notify
  vim.notify = function(message)
    said[#said + 1] = message
  end
  local ok, err = pcall(during, said)
  vim.notify = notify
  if not ok then
    error(err, 0)
  end
  return table.concat(said, '\n')
end

function t.test(name, run)
  local ok, err = xpcall(run, function(reason)
    -- Of the stack only where in the test it was.
    return tostring(reason):gsub('\nstack traceback:.*', '') .. '\n' .. (debug.traceback():match('[^\n]*_test%.lua:%d+[^\n]*') or '')
  end)
  if ok then
    passed = passed + 1
    io.stdout:write('  ok   ', name, '\n')
  else
    failed = failed + 1
    io.stdout:write('  FAIL ', name, '\n', err, '\n')
  end
end

--- Ends the editor. Its exit code is what counts.
function t.done()
  io.stdout:write(('  %d passed, %d failed\n'):format(passed, failed))
  io.stdout:flush()
  if failed > 0 or passed == 0 then
    vim.cmd('cquit 1')
  end
  vim.cmd('qall!')
end

return t
