-- The calls of a buffer that do not run as meant, walked through.

local server = require('forge_lsp.request')

local M = {}

--- What happens to a call, as a line of text.
local function describe(call)
  local text = call.text .. ': ' .. (call.tool == '' and 'no tool' or call.tool)
  if call.server ~= '' and call.server ~= 'local' then
    text = text .. ' on ' .. call.server
  end
  if call.about then
    text = text .. ' ' .. call.about
  end
  if call.message then -- of a transcript
    text = ('message %d: %s'):format(call.message, text)
  end
  local reason = call.lost and table.concat(call.lost, '; ') or call.reason
  return reason ~= '' and ('%s (%s)'):format(text, reason) or text
end

--- The calls of a buffer that do not run as meant, by position; nil without a client.
local function fetch(bufnr)
  local client = server.clients_of(bufnr)[1]
  if not client then
    return nil
  end
  local uri = vim.uri_from_bufnr(bufnr)
  local calls = server.request(client, bufnr, 'forge/calls', { textDocument = { uri = uri } }) or {}
  calls = vim.tbl_filter(function(call) return vim.list_contains(call.kinds or {}, 'broken') end, calls)
  for _, call in ipairs(calls) do
    -- Where the code actions are about what is wrong with the call.
    local location = { uri = uri, range = call.problem or call.range }
    call.item = vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1]
  end
  table.sort(calls, function(a, b) -- what is wrong with one can be after the start of the next
    return a.item.lnum < b.item.lnum or (a.item.lnum == b.item.lnum and a.item.col < b.item.col)
  end)
  return calls
end

--- Puts the cursor on what is wrong with a call, and tells about it.
local function go_to(call)
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { call.item.lnum, call.item.col - 1 })
  vim.cmd('normal! zv')
  local text = describe(call)
  while vim.fn.strdisplaywidth(text) > vim.v.echospace do -- else it waits for a key
    text = vim.fn.strcharpart(text, 0, vim.fn.strchars(text) - 2) .. '…'
  end
  vim.api.nvim_echo({ { text } }, false, {})
end

--- Goes to the next call after the cursor that does not run as meant, past the end of
--- the buffer to the first.
---@param count? integer to which of them; below 0 back
function M.go_to_broken(count)
  count = count or 1
  local calls = fetch(vim.api.nvim_get_current_buf())
  if not calls then
    return
  end
  if #calls == 0 then
    vim.notify('Every tool call in this buffer runs as meant.')
    return
  end
  local row, col = unpack(vim.api.nvim_win_get_cursor(0))
  local before, up_to = 0, 0 -- how many start before the cursor, and there or before
  for _, call in ipairs(calls) do
    local start = call.item.col - 1
    if call.item.lnum < row or (call.item.lnum == row and start < col) then
      before = before + 1
    end
    if call.item.lnum < row or (call.item.lnum == row and start <= col) then
      up_to = up_to + 1
    end
  end
  local at = count > 0 and up_to + count or before + count + 1
  go_to(calls[(at - 1) % #calls + 1])
end

return M
