-- What the tool of a call receives: in a window over the text, and as a diff.

local server = require('forge_lsp.request')

local M = {}

--- Shows Markdown in a window over the text. Shown again, the cursor goes into it.
local function float(text)
  vim.lsp.util.open_floating_preview(vim.split(text, '\n'), 'markdown', { border = 'rounded', focus_id = 'forge_lsp_received' })
end

--- Puts a text into the current window, which shows it in diff mode.
local function show_side(name, text, path)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, ('forge://%d/%s/%s'):format(bufnr, name, path))
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, vim.split(text, '\n'))
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.bo[bufnr].filetype = vim.filetype.match({ filename = path }) or ''
  vim.keymap.set('n', 'q', '<Cmd>tabclose<CR>', { buffer = bufnr, desc = 'Close the diff' })
  vim.cmd.diffthis()
end

--- Shows what a call changes, in diff mode: each file in a tab.
local function show_changes(result)
  if #(result.changes or {}) == 0 then
    vim.notify('No file is known that the call changes.')
    return
  end
  for _, change in ipairs(result.changes) do
    vim.cmd.tabnew()
    vim.bo.bufhidden = 'wipe' -- the empty buffer of the tab
    show_side('before', change.before, change.path)
    vim.cmd('rightbelow vnew')
    vim.bo.bufhidden = 'wipe'
    show_side('after', change.after, change.path)
  end
end

--- Shows what the call at the cursor changes.
function M.diff()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = server.clients_of(bufnr)[1]
  if not client then
    return
  end
  local result = server.request(client, bufnr, 'forge/received', vim.lsp.util.make_position_params(0, client.offset_encoding))
  if type(result) ~= 'table' then
    vim.notify('The cursor is not in a tool call.')
    return
  end
  show_changes(result)
end

--- Carries out the server's commands forge-lsp.showReceived and forge-lsp.showChange in its place,
--- as the server can only show a message.
---@param command table the command of a code lens
---@param context table which client sent it, for which buffer
function M.on_lens(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  local about = command.arguments[1]
  local result = server.request(client, context.bufnr, 'forge/received', {
    textDocument = { uri = about.uri },
    position = about.position,
    text = about.text,
  })
  if type(result) ~= 'table' then
    return
  elseif command.command == 'forge-lsp.showChange' then
    show_changes(result)
  else
    float(result.text)
  end
end

return M
