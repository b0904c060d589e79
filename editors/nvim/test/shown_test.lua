-- What the server shows in the editor: hovers, lenses.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')
local modern = vim.fn.has('nvim-0.11') == 1

if modern then
  vim.lsp.enable('forge_lsp')
end
local buf = t.open(t.folder() .. '/a.md', t.call('read_file', '  <path>q&a.md</path>', '  <start_line>1</start_line>'))
t.wait('a finding', function()
  return #vim.diagnostic.get(buf) == 1
end)

--- The text of the windows that lie over others.
local function floating()
  local text = ''
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      text = text .. table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
    end
  end
  return text
end

local function close()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      vim.api.nvim_win_close(window, true)
    end
  end
end

for place, part in pairs({
  ['read_file'] = 'Reads a text file',
  ['path>'] = 'required, of `read_file`',
  ['q&a'] = 'the tool receives `q&a.md`',
  ['<tool>'] = 'Repaired: XML syntax error',
}) do
  t.test('hover on ' .. place, function()
    for number, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, true)) do
      local at = line:find(place, 1, true)
      if at then
        vim.api.nvim_win_set_cursor(0, { number, at - 1 })
        break
      end
    end
    vim.lsp.buf.hover()
    t.wait('a hover', function()
      return floating() ~= ''
    end)
    t.contains(floating(), part)
    close()
  end)
end

t.test('code lenses: one fixes the call, and then another shows what the tool receives', function()
  local select = vim.ui.select
  local wanted
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      if options.format_item(item):find(wanted, 1, true) then
        choose(item)
        return
      end
    end
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local function run(title, count)
    wanted = title
    if vim.fn.has('nvim-0.12') == 0 then -- which asks for them when they are run
      vim.lsp.codelens.refresh({ bufnr = buf })
      t.wait('lenses', function()
        local lenses = vim.lsp.codelens.get(buf)
        return #lenses == count and vim.iter(lenses):all(function(lens)
          return lens.command ~= nil
        end)
      end)
    end
    vim.lsp.codelens.run()
  end
  run('Fix all', 2)
  t.wait('the fix', function()
    return t.line(buf, 5) == '  <path>q&amp;a.md</path>'
  end)
  run('runs', 1)
  t.wait('a window', function()
    return floating() ~= ''
  end)
  t.contains(floating(), 'the tool receives `q&a.md`')
  close()
  vim.ui.select = select
end)

t.done()
