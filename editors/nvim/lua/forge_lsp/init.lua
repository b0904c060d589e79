local M = {}

local kind = 'source.fixAll.forge'
local timeout = 5000 -- milliseconds; a file of 10 MB takes a fraction of it

--- A request that is waited for. The way to call it changed with 0.11.
local function request(client, bufnr, method, params)
  local answer, err
  if vim.fn.has('nvim-0.11') == 1 then
    answer, err = client:request_sync(method, params, timeout, bufnr)
  else
    answer, err = client.request_sync(method, params, timeout, bufnr)
  end
  err = err or (answer and answer.err and answer.err.message)
  if err then
    error(('forge-lsp: %s: %s'):format(method, err), 0)
  end
  return answer and answer.result
end

--- The clients of a buffer; without any it says so.
local function clients_of(bufnr)
  local clients = vim.lsp.get_clients({ bufnr = bufnr, name = 'forge_lsp' })
  if #clients == 0 then
    vim.notify('forge-lsp is not attached to this buffer; see :checkhealth forge_lsp', vim.log.levels.WARN)
  end
  return clients
end

--- Makes every safe fix that the server has for a buffer. It waits for the
--- server, so that it can stand before a write: vim.lsp.buf.code_action() returns
--- before anything has changed.
---@param bufnr? integer the current buffer if not given
function M.fix_all(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local nowhere = { line = 0, character = 0 }
  for _, client in ipairs(clients_of(bufnr)) do
    local actions = request(client, bufnr, 'textDocument/codeAction', {
      textDocument = { uri = vim.uri_from_bufnr(bufnr) },
      range = { start = nowhere, ['end'] = nowhere }, -- the action is one of the whole file
      context = { only = { kind }, diagnostics = {} },
    })
    for _, action in ipairs(actions or {}) do
      if not action.edit then
        action = request(client, bufnr, 'codeAction/resolve', action)
      end
      if action and action.edit then
        vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
      end
    end
  end
end

--- What happens to a call in both stages, in the order of the list: a stage that
--- refuses a call is the end of it. type is that of an entry in a location list.
local groups = {
  { text = 'refused by the reader', type = 'E', has = function(call) return call.verdict == 'refused' end },
  { text = 'refused by its tool', type = 'E', has = function(call) return call.tool_verdict == 'refuses' end },
  { text = 'unknown tool', type = 'E', has = function(call) return call.tool_verdict == 'unknown' end },
  { text = 'repaired', type = 'W', has = function(call) return call.verdict == 'repaired' end },
  { text = 'runs', type = '', has = function() return true end },
}

--- A call as a line of text.
local function describe(call, group)
  local text = group.text
  if call.verdict ~= 'refused' and call.tool_verdict == 'unchecked' then
    text = text .. ', unchecked'
  end
  text = text .. ': ' .. (call.tool == '' and 'no tool' or call.tool)
  if call.server ~= 'local' then
    text = text .. ' on ' .. call.server
  end
  local reasons = {}
  if (call.tool_reason or '') ~= '' then
    reasons[1] = call.tool_reason
  end
  if call.reason ~= '' then
    reasons[#reasons + 1] = (#reasons > 0 and call.verdict .. ': ' or '') .. call.reason
  end
  if call.message then -- of a transcript
    text = ('message %d: %s'):format(call.message, text)
  end
  return #reasons > 0 and ('%s (%s)'):format(text, table.concat(reasons, '; ')) or text
end

--- Lists the calls of a buffer, with what happens to each, in the location list of
--- the current window: those that are refused first, then those to unknown tools,
--- those that are repaired, and those that run.
---@param bufnr? integer the current buffer if not given
function M.calls(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(bufnr)
  local client = clients_of(bufnr)[1]
  if not client then
    return
  end
  local listed = vim.tbl_map(function() return {} end, groups)
  for _, call in ipairs(request(client, bufnr, 'forge/calls', { textDocument = { uri = uri } }) or {}) do
    local item = vim.lsp.util.locations_to_items({ { uri = uri, range = call.range } }, client.offset_encoding)[1]
    for i, group in ipairs(groups) do
      if group.has(call) then
        item.text, item.type = describe(call, group), group.type
        table.insert(listed[i], item)
        break
      end
    end
  end
  local items = {}
  for _, list in ipairs(listed) do
    vim.list_extend(items, list)
  end
  vim.fn.setloclist(0, {}, ' ', { title = 'Tool calls', items = items })
  if #items == 0 then
    vim.notify('There are no tool calls in this buffer.')
  else
    vim.cmd.lopen()
  end
end

--- Shows in a window what the tool of a call receives. It carries out the server's
--- command forge-lsp.showReceived in its place, as the server can only show a message.
---@param command table the command of a code lens
---@param context table which client sent it, for which buffer
function M.show_received(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  local text = request(client, context.bufnr, 'workspace/executeCommand', {
    command = 'forge-lsp.received',
    arguments = command.arguments,
  })
  if type(text) == 'string' then
    vim.lsp.util.open_floating_preview(vim.split(text, '\n'), 'markdown', { border = 'rounded', focus_id = 'forge_lsp_received' })
  end
end

return M
