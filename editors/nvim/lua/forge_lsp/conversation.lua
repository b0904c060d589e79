-- A transcript in JSON as a conversation: in a window beside it.

local server = require('forge_lsp.request')

local M = {}

--- The conversation around the cursor of a window; nil where there is none.
local function ask(win)
  local source = vim.api.nvim_win_get_buf(win)
  local client = server.clients_of(source)[1]
  local params = client and vim.lsp.util.make_position_params(win, client.offset_encoding)
  local result = client and server.request(client, source, 'forge/conversation', params)
  if type(result) ~= 'table' then
    return nil
  end
  result.encoding = client.offset_encoding
  return result
end

--- Shows a conversation in a buffer.
local function put(bufnr, shown)
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, vim.split(shown.text, '\n'))
  vim.bo[bufnr].modifiable = false
end

--- Goes to the message of the transcript that the cursor is in.
local function go(shown, win)
  local line, at = vim.fn.line('.') - 1, nil
  for _, message in ipairs(shown.messages) do
    if message.line <= line then
      at = message.position
    end
  end
  if at and vim.api.nvim_win_is_valid(win) then
    vim.api.nvim_set_current_win(win)
    vim.lsp.util.show_document({ uri = vim.uri_from_bufnr(0), range = { start = at, ['end'] = at } }, shown.encoding, { focus = true })
  end
end

--- Opens the conversation around the cursor. It follows the transcript, and <CR> goes to a message of it.
function M.open()
  local win = vim.api.nvim_get_current_win()
  local source = vim.api.nvim_win_get_buf(win)
  local shown = ask(win)
  if not shown then
    vim.notify('This is not a transcript in JSON.')
    return
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, ('forge://%d/%s'):format(bufnr, vim.fs.basename(vim.api.nvim_buf_get_name(source))))
  vim.bo[bufnr].bufhidden = 'wipe'
  put(bufnr, shown)
  vim.cmd('rightbelow vsplit')
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.bo[bufnr].filetype = 'markdown'
  vim.keymap.set('n', '<CR>', function()
    go(shown, win)
  end, { buffer = bufnr, desc = 'Go to the message in the transcript' })
  vim.api.nvim_win_set_cursor(0, { shown.messages[shown.chosen + 1].line + 1, 0 })
  vim.cmd('normal! zt')

  vim.api.nvim_create_autocmd({ 'TextChanged', 'InsertLeave', 'FileChangedShellPost' }, {
    buffer = source,
    desc = 'Read the conversation again',
    callback = function()
      if not vim.api.nvim_buf_is_valid(bufnr) then
        return true -- it was closed: the autocommand goes
      end
      if vim.api.nvim_win_is_valid(win) and vim.api.nvim_win_get_buf(win) == source then
        shown = ask(win) or shown
        put(bufnr, shown)
      end
    end,
  })
end

return M
