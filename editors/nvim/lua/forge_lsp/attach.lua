-- Which buffers get the server: prompts at once, others when they have a call. A project
-- without any call runs no server.

local M = {}

local step = 10000 -- lines that are looked at in one go

--- What may start a call after a "<", in lower case. In transcripts those of other agents count,
--- too: such a call was written as text and did not run.
local own = { 'tool' }
local all = { 'tool', 'invoke', 'function', 'use_mcp_tool', 'minimax:', 'antml:', 'start_', 'dsml', '|', '｜' }
local transcripts = { 'json', 'jsonl' }
--- What a transcript has of a native call.
local natives = { '"tool_use"', '"tool_call"', '"tool_calls"', '"toolCall"', '"toolCalls"', '"toolUse"', '"function_call"', '"functionCall"', '"custom_tool_call"' }

local function has_native(line)
  for _, word in ipairs(natives) do
    if line:find(word, 1, true) then
      return true
    end
  end
  return false
end

--- Whether one of the starts comes after a mark in a line.
local function comes_after(line, mark, starts)
  local _, last = line:find(mark, 1, true)
  while last do
    local after = line:sub(last + 1, last + 16):lower()
    for _, start in ipairs(starts) do
      if vim.startswith(after, start) then
        return true
      end
    end
    _, last = line:find(mark, last + 1, true)
  end
  return false
end

local function has_start(bufnr, first, last)
  local starts = vim.list_contains(transcripts, vim.bo[bufnr].filetype) and all or own
  for at = first, last - 1, step do
    for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, at, math.min(at + step, last), false)) do
      -- JSON can have its < as an escape.
      if
        comes_after(line, '<', starts)
        or comes_after(line, '\\u003c', starts)
        or comes_after(line, '\\u003C', starts)
        or (starts == all and (line:find('[TOOL_CALLS]', 1, true) or has_native(line)))
      then
        return true
      end
    end
  end
  return false
end

--- Whether a buffer that has to have a call before it needs the server has none.
function M.waits(bufnr)
  return vim.list_contains(require('forge_lsp.filetypes').others, vim.bo[bufnr].filetype)
    and vim.fs.basename(vim.api.nvim_buf_get_name(bufnr)) ~= 'forge-lsp.toml'
    and not has_start(bufnr, 0, vim.api.nvim_buf_line_count(bufnr))
end

local watched = {}

--- Calls a function when a buffer needs the server: now, or when a call is written into it.
---@param bufnr integer
---@param start fun()
function M.when_needed(bufnr, start)
  if not M.waits(bufnr) then
    return start()
  end
  local known = watched[bufnr]
  watched[bufnr] = start -- the file type may have been set again
  if known then
    return
  end
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, _, first, _, last)
      if not has_start(bufnr, first, last) then
        return
      end
      local needed = watched[bufnr]
      watched[bufnr] = nil
      vim.schedule(function()
        if needed and vim.api.nvim_buf_is_valid(bufnr) then
          needed()
        end
      end)
      return true -- and look at no more lines
    end,
    on_detach = function()
      watched[bufnr] = nil
    end,
  })
end

return M
