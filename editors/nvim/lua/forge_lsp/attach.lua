-- Which buffers get the server: prompts at once, others when they have a call. A project
-- without any call runs no server.

local M = {}

local step = 10000 -- lines that are looked at in one go

--- Whether a line may start a call: JSON can have its < as an escape.
local function starts(line)
  return line:find('<tool', 1, true) ~= nil or line:find('\\u003[cC]tool') ~= nil
end

local function has_start(bufnr, first, last)
  for at = first, last - 1, step do
    for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, at, math.min(at + step, last), false)) do
      if starts(line) then
        return true
      end
    end
  end
  return false
end

--- Whether a buffer has to have a call before it needs the server.
function M.is_lazy(bufnr)
  return vim.list_contains(require('forge_lsp.filetypes').others, vim.bo[bufnr].filetype)
    and vim.fs.basename(vim.api.nvim_buf_get_name(bufnr)) ~= 'forge-lsp.toml'
end

local watched = {}

--- Calls a function when a buffer needs the server: now, or when a call is written into it.
---@param bufnr integer
---@param start fun()
function M.when_needed(bufnr, start)
  if not M.is_lazy(bufnr) or has_start(bufnr, 0, vim.api.nvim_buf_line_count(bufnr)) then
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
