-- A second editor, which has its own event loop: what is typed into it takes the way of a
-- person's keys.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')

local command = vim.split(vim.env.FORGE_NVIM, ' ')
vim.list_extend(command, { '--embed', '--headless', '--clean', '--cmd', 'set runtimepath^=' .. vim.env.FORGE_TEST .. '/..' })
local editor = vim.fn.jobstart(command, { rpc = true })

local r = {}

--- The result of Lua code in the editor.
function r.lua(code, ...)
  return vim.rpcrequest(editor, 'nvim_exec_lua', code, { ... })
end

--- Types keys.
function r.type(keys)
  vim.rpcrequest(editor, 'nvim_input', keys)
end

--- The text of the buffer.
function r.text()
  return table.concat(vim.rpcrequest(editor, 'nvim_buf_get_lines', 0, 0, -1, true), '\n')
end

--- Waits until Lua code in the editor returns true.
function r.wait(what, code, ...)
  local arguments = { ... }
  t.wait(what, function()
    return r.lua(code, unpack(arguments))
  end)
end

-- While it waits for a choice Neovim 0.10 answers nothing, so that it has to tell by itself.
r.lua([[
  local select = vim.ui.select
  vim.ui.select = function(...)
    vim.rpcnotify(1, 'nvim_set_var', 'forge_asked', true)
    return select(...)
  end]])

--- Answers the question that the editor asks.
function r.answer(what, keys)
  t.wait(what, function()
    return vim.g.forge_asked
  end)
  vim.g.forge_asked = false
  r.type(keys)
end

--- Waits until the buffer has a client.
function r.attached()
  r.wait('a client', [[return #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = 0 }) == 1]])
end

function r.stop()
  vim.fn.jobstop(editor)
end

return r
