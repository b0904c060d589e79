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

local types = { refused = 'E', repaired = 'W' } -- of the entries in a location list

--- Lists the calls of a buffer, with what the runtime does with each, in the
--- location list of the current window.
---@param bufnr? integer the current buffer if not given
function M.calls(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(bufnr)
  local client = clients_of(bufnr)[1]
  if not client then
    return
  end
  local items = {}
  for _, call in ipairs(request(client, bufnr, 'forge/calls', { textDocument = { uri = uri } }) or {}) do
    local item = vim.lsp.util.locations_to_items({ { uri = uri, range = call.range } }, client.offset_encoding)[1]
    local tool = call.tool == '' and 'no tool' or call.tool
    item.text = ('%s %s%s'):format(call.verdict, tool, call.reason == '' and '' or ': ' .. call.reason)
    item.type = types[call.verdict] or ''
    items[#items + 1] = item
  end
  vim.fn.setloclist(0, {}, ' ', { title = 'Tool calls', items = items })
  if #items == 0 then
    vim.notify('There are no tool calls in this buffer.')
  else
    vim.cmd.lopen()
  end
end

return M
