-- What vim.lsp.config() and vim.lsp.enable() do, as far as Neovim 0.10 needs it.

local M = {}

--- The configuration: lsp/forge_lsp.lua, and over it what vim.g.forge_lsp sets.
function M.config()
  local file = vim.api.nvim_get_runtime_file('lsp/forge_lsp.lua', false)[1]
  assert(file, 'lsp/forge_lsp.lua is not on the runtimepath')
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.textDocument.completion.completionItem.snippetSupport = true -- by expand()
  local defaults = { name = 'forge_lsp', capabilities = capabilities }
  return vim.tbl_extend('force', defaults, dofile(file), vim.g.forge_lsp or {}, { name = 'forge_lsp' })
end

--- Expands what was completed, as Neovim does from 0.11 on. 0.10 inserts the text of the item
--- without fields, and with a NUL in place of each end of a line.
local function expand(bufnr)
  local completed = vim.v.completed_item
  local item = vim.tbl_get(completed, 'user_data', 'nvim', 'lsp', 'completion_item')
  if not item or item.insertTextFormat ~= vim.lsp.protocol.InsertTextFormat.Snippet then
    return
  end
  local row, col = unpack(vim.api.nvim_win_get_cursor(0))
  local start = col - #completed.word
  if start < 0 or vim.api.nvim_get_current_line():sub(start + 1, col) ~= completed.word:gsub('\n', '\0') then
    return
  end
  vim.api.nvim_buf_set_text(bufnr, row - 1, start, row - 1, col, { '' })
  vim.api.nvim_win_set_cursor(0, { row, start })
  vim.snippet.expand(vim.tbl_get(item, 'textEdit', 'newText') or item.insertText or item.label)
end

local function start(bufnr)
  -- Floating windows with documentation are Markdown, too, and are no files.
  if vim.bo[bufnr].buftype ~= '' then
    return
  end
  local config = M.config()
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) == 0 then
    vim.notify_once(
      config.cmd[1] .. ' is not executable; see :checkhealth forge_lsp',
      vim.log.levels.WARN
    )
    return
  end
  require('forge_lsp.attach').when_needed(bufnr, function()
    config.root_dir = vim.fs.root(bufnr, config.root_markers)
    -- A client of the same name and root is used again.
    vim.lsp.start(config, { bufnr = bufnr })
  end)
end

function M.enable()
  local group = vim.api.nvim_create_augroup('forge_lsp', {})
  vim.api.nvim_create_autocmd('CompleteDone', {
    group = group,
    callback = function(event)
      if #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = event.buf }) > 0 then
        expand(event.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = M.config().filetypes,
    callback = function(event)
      start(event.buf)
    end,
  })
end

return M
