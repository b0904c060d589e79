local server = require('forge_lsp.request')

local M = {}

local kind = 'source.fixAll.forge'

--- Makes every safe fix that the server has for a buffer. It waits for the server, so that it
--- can come before a write: vim.lsp.buf.code_action() returns before anything has changed.
---@param bufnr? integer the current buffer if not given
function M.fix_all(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local nowhere = { line = 0, character = 0 }
  for _, client in ipairs(server.clients_of(bufnr)) do
    local actions = server.request(client, bufnr, 'textDocument/codeAction', {
      textDocument = { uri = vim.uri_from_bufnr(bufnr) },
      range = { start = nowhere, ['end'] = nowhere }, -- the action is one of the whole file
      context = { only = { kind }, diagnostics = {} },
    })
    for _, action in ipairs(actions or {}) do
      if not action.edit then
        action = server.request(client, bufnr, 'codeAction/resolve', action)
      end
      if action and action.edit then
        vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
      end
    end
  end
end

M.go_to_broken = require('forge_lsp.broken').go_to_broken
M.diff = require('forge_lsp.received').diff

return M
