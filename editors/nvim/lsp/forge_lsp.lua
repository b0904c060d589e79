-- The configuration that vim.lsp.enable('forge_lsp') reads, from Neovim 0.11 on.
-- plugin/forge_lsp.lua reads it too, for Neovim 0.10.

local markers = { '.forge', 'forge-lsp.toml', '.git' }

-- The nearest folder with any of them is the root. A plain list would rank them,
-- and ~/.forge, where Forge keeps its own things, would win over each project's
-- .git. Nested lists came with 0.11.3: before it, .git goes first.
if vim.fn.has('nvim-0.11.3') == 1 then
  markers = { markers }
elseif vim.fn.has('nvim-0.11') == 1 then
  markers = { '.git', 'forge-lsp.toml', '.forge' }
end

return {
  cmd = { 'forge-lsp', 'serve' },
  filetypes = require('forge_lsp.filetypes').all(),
  root_markers = markers,
  -- Of programs, configuration and transcripts only those with a call get the server.
  root_dir = function(bufnr, on_dir)
    require('forge_lsp.attach').when_needed(bufnr, function()
      on_dir(vim.fs.root(bufnr, vim.lsp.config.forge_lsp.root_markers))
    end)
  end,
  -- <tool> closes itself, from 0.12 on.
  on_attach = function(client)
    if vim.lsp.on_type_formatting then
      vim.lsp.on_type_formatting.enable(true, { client_id = client.id })
    end
  end,
}
