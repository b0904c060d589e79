-- What vim.lsp.config() and vim.lsp.enable() do, as far as Neovim 0.10 needs it.

local M = {}

--- The configuration: lsp/forge_lsp.lua, and over it what vim.g.forge_lsp sets.
function M.config()
  local file = vim.api.nvim_get_runtime_file('lsp/forge_lsp.lua', false)[1]
  assert(file, 'lsp/forge_lsp.lua is not on the runtimepath')
  return vim.tbl_extend('force', dofile(file), vim.g.forge_lsp or {}, { name = 'forge_lsp' })
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
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('forge_lsp', {}),
    pattern = M.config().filetypes,
    callback = function(event)
      start(event.buf)
    end,
  })
end

return M
