-- Where tree-sitter colors Markdown, as it does by itself since Neovim 0.12, the
-- syntax files for Markdown are not read. The colors of calls need no others.
-- Scheduled, as it may be an autocommand of the user's that starts tree-sitter.

local buf = vim.api.nvim_get_current_buf()

vim.schedule(function()
  if vim.api.nvim_buf_is_valid(buf) and vim.b[buf].ts_highlight and vim.bo[buf].syntax == '' then
    vim.bo[buf].syntax = 'forge_tool'
  end
end)
