-- The commands :ForgeFixAll and :ForgeCalls, and for Neovim 0.10 what vim.lsp.enable() is later.

if vim.g.loaded_forge_lsp then
  return
end
vim.g.loaded_forge_lsp = true

if vim.fn.has('nvim-0.10') == 0 then
  return -- :checkhealth forge_lsp says so; a message at each start would not help
end

-- Packages and plugin managers put after/ on the path, a plain 'runtimepath' does
-- not, and the colors of calls have to come after those of the file.
local after = vim.fs.dirname(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))) .. '/after'
if not vim.list_contains(vim.api.nvim_list_runtime_paths(), after) then
  vim.opt.runtimepath:append(after)
end

require('forge_lsp.filetypes').add()

vim.api.nvim_create_user_command('ForgeFixAll', function()
  require('forge_lsp').fix_all()
end, { bar = true, desc = 'Make every safe fix that forge-lsp has for this buffer' })

vim.api.nvim_create_user_command('ForgeCalls', function()
  require('forge_lsp').calls()
end, { bar = true, desc = 'List the tool calls of this buffer with what the runtime does with each' })

vim.lsp.commands['forge-lsp.showReceived'] = function(command, context)
  require('forge_lsp').show_received(command, context)
end

-- From 0.11 on, which servers run is for the user's configuration to say. There
-- vim.g.forge_lsp_start is for those who have no other line of Lua in theirs.
local start = vim.g.forge_lsp_start
if vim.fn.has('nvim-0.11') == 1 then
  if start then
    vim.lsp.enable('forge_lsp')
  end
elseif start ~= false then
  require('forge_lsp.fallback').enable()
end
