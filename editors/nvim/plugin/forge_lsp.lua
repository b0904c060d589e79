-- The commands, mappings and file types, and for Neovim 0.10 what vim.lsp.enable() is later.

if vim.g.loaded_forge_lsp then
  return
end
vim.g.loaded_forge_lsp = true

if vim.fn.has('nvim-0.10') == 0 then
  return -- :checkhealth forge_lsp tells; a message at each start would not help
end

-- Packages and plugin managers put after/ on the path, a plain 'runtimepath' does
-- not, and the colors of calls have to come after those of the file.
local after = vim.fs.dirname(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))) .. '/after'
if not vim.list_contains(vim.api.nvim_list_runtime_paths(), after) then
  vim.opt.runtimepath:append(after)
end

require('forge_lsp.filetypes').add()

local command = vim.api.nvim_create_user_command

command('ForgeFixAll', function()
  require('forge_lsp').fix_all()
end, { bar = true, desc = 'Apply all safe fixes in this buffer' })

command('ForgeDiff', function()
  require('forge_lsp').diff()
end, { bar = true, desc = 'Show what the call at the cursor changes, as a diff' })

for name, direction in pairs({ next = 1, previous = -1 }) do
  vim.keymap.set('n', ('<Plug>(forge-%s-broken)'):format(name), function()
    require('forge_lsp').go_to_broken(direction * vim.v.count1)
  end, { desc = ('Go to the %s tool call that does not run as meant'):format(name) })
end

for _, name in ipairs({ 'forge-lsp.showReceived', 'forge-lsp.showChange' }) do
  vim.lsp.commands[name] = function(lens, context)
    require('forge_lsp.received').on_lens(lens, context)
  end
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
