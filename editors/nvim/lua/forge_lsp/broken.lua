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

--- Puts the cursor on what is wrong with a call, where the code actions are about it, and tells about it.
local function go_to(call, client, uri)
  local location = { uri = uri, range = call.problem or call.range }
  local item = vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1]
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { item.lnum, item.col - 1 })
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
  local bufnr = vim.api.nvim_get_current_buf()
  local client = server.clients_of(bufnr)[1]
  if not client then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local uri = params.textDocument.uri
  local calls = server.request(client, bufnr, 'forge/calls', {
    textDocument = { uri = uri },
    only = 'broken',
    limit = 0,
    choose = { position = params.position, step = count or 1 },
  })
  if not calls.chosen then
    vim.notify(calls.none)
    return
  end
  go_to(calls.chosen.call, client, uri)
end

return M
