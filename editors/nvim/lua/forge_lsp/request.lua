-- Requests to the server that are waited for.

local M = {}

local timeout = 5000 -- milliseconds; a file of 10 MB takes a fraction of it

--- The clients of a buffer; where there is none, that is told.
---@param bufnr integer
function M.clients_of(bufnr)
  local clients = vim.lsp.get_clients({ bufnr = bufnr, name = 'forge_lsp' })
  if #clients == 0 then
    vim.notify('forge-lsp is not attached to this buffer; see :checkhealth forge_lsp', vim.log.levels.WARN)
  end
  return clients
end

--- The result of a request; an answer that is an error is one here.
function M.request(client, bufnr, method, params)
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

return M
