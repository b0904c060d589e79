-- The calls of a buffer: listed, picked and walked through.

local server = require('forge_lsp.request')

local M = {}

--- The outcomes of a call, the worst first, as the server's list has them, with the type of its
--- entry in a location list.
local outcomes = { 'ignored', 'refused', 'altered', 'repaired', 'runs' }
local types = { ignored = 'E', refused = 'E', altered = 'E', repaired = 'W', runs = '' }

--- The words that choose calls.
M.words = { 'all', 'broken', 'refused', 'ignored', 'repaired', 'lost', 'leaked', 'native' }

local function is(call, word)
  return word == 'all' or vim.list_contains(call.kinds or {}, word)
end

--- What happens to a call, as a line of text.
local function describe(call)
  local text = call.text .. ': ' .. (call.tool == '' and 'no tool' or call.tool)
  if call.server ~= '' and call.server ~= 'local' then
    text = text .. ' on ' .. call.server
  end
  if call.about then
    text = text .. ' ' .. call.about
  end
  if call.message then -- of a transcript
    text = ('message %d: %s'):format(call.message, text)
  end
  local why = call.lost and table.concat(call.lost, '; ') or call.why
  return why ~= '' and ('%s (%s)'):format(text, why) or text
end

--- The calls of a buffer that any of the words chooses, by position; nil without a client.
local function fetch(bufnr, words)
  local client = server.clients_of(bufnr)[1]
  if not client then
    return nil
  end
  local uri = vim.uri_from_bufnr(bufnr)
  local calls = server.request(client, bufnr, 'forge/calls', { textDocument = { uri = uri } }) or {}
  for _, call in ipairs(calls) do
    -- Where the code actions are about what is wrong with the call.
    local location = { uri = uri, range = call.problem or call.range }
    call.item = vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1]
    call.item.text = describe(call)
  end
  calls = vim.tbl_filter(function(call)
    return vim.iter(words):any(function(word) return is(call, word) end)
  end, calls)
  table.sort(calls, function(a, b) -- what is wrong with one can be after the start of the next
    return a.item.lnum < b.item.lnum or (a.item.lnum == b.item.lnum and a.item.col < b.item.col)
  end)
  return calls
end

--- Puts the cursor on what is wrong with a call, else on its start, and tells about it.
local function go_to(call)
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { call.item.lnum, call.item.col - 1 })
  vim.cmd('normal! zv')
  local text = call.item.text
  while vim.fn.strdisplaywidth(text) > vim.v.echospace do -- else it waits for a key
    text = vim.fn.strcharpart(text, 0, vim.fn.strchars(text) - 2) .. '…'
  end
  vim.api.nvim_echo({ { text } }, false, {})
end

--- Has one of the calls picked, and goes there.
local function pick(calls, prompt)
  if #calls == 0 then
    return
  end
  vim.ui.select(calls, {
    prompt = prompt,
    kind = 'forge_call',
    format_item = function(call) return ('%d: %s'):format(call.item.lnum, call.item.text) end,
  }, function(call)
    if call then
      go_to(call)
    end
  end)
end

---@class forge_lsp.CallsOptions
---@field bufnr? integer the current buffer if not given
---@field only? string[] which calls: any of the words; all if not given
---@field select? boolean to pick one with vim.ui.select() and go there, in place of the location list

--- Lists the calls of a buffer, with what happens to each: those that never run first, then those
--- that are refused, those with lost data, those that are repaired, and those that run.
---@param options? forge_lsp.CallsOptions
function M.calls(options)
  options = options or {}
  local only = options.only or {}
  for _, word in ipairs(only) do
    if not vim.list_contains(M.words, word) then
      vim.notify(('ForgeCalls: expected %s, found %s'):format(table.concat(M.words, ', '), word), vim.log.levels.ERROR)
      return
    end
  end
  local calls = fetch(options.bufnr or vim.api.nvim_get_current_buf(), #only > 0 and only or { 'all' })
  if not calls then
    return
  end
  if #calls == 0 then
    vim.notify(#only > 0 and 'No tool call in this buffer is ' .. table.concat(only, ' or ') .. '.' or 'There are no tool calls in this buffer.')
  end
  local listed = {}
  for _, outcome in ipairs(outcomes) do
    vim.list_extend(listed, vim.tbl_filter(function(call) return call.outcome == outcome end, calls))
  end
  local title = #only > 0 and 'Tool calls: ' .. table.concat(only, ', ') or 'Tool calls'
  if options.select then
    return pick(listed, title)
  end
  for _, call in ipairs(listed) do
    call.item.type = types[call.outcome]
  end
  vim.fn.setloclist(0, {}, ' ', { title = title, items = vim.tbl_map(function(call) return call.item end, listed) })
  if #listed > 0 then
    vim.cmd.lopen()
  end
end

--- Goes to the next call after the cursor that does not run as meant, past the end of
--- the buffer to the first.
---@param count? integer to which of them; below 0 back
function M.go_to_broken(count)
  count = count or 1
  local calls = fetch(vim.api.nvim_get_current_buf(), { 'broken' })
  if not calls then
    return
  end
  if #calls == 0 then
    vim.notify('Every tool call in this buffer runs as meant.')
    return
  end
  local row, col = unpack(vim.api.nvim_win_get_cursor(0))
  local before, up_to = 0, 0 -- how many start before the cursor, and there or before
  for _, call in ipairs(calls) do
    local start = call.item.col - 1
    if call.item.lnum < row or (call.item.lnum == row and start < col) then
      before = before + 1
    end
    if call.item.lnum < row or (call.item.lnum == row and start <= col) then
      up_to = up_to + 1
    end
  end
  local at = count > 0 and up_to + count or before + count + 1
  go_to(calls[(at - 1) % #calls + 1])
end

return M
