-- :checkhealth forge_lsp

local M = {}

local health = vim.health

local function neovim()
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. version)
  elseif vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. version .. ', without vim.lsp.enable(): plugin/forge_lsp.lua starts the server')
  else
    health.error('Neovim ' .. version .. ' is too old', { 'Install Neovim 0.10 or later' })
    return false
  end
  return true
end

--- The configuration, nil if there is none.
local function config()
  if vim.fn.has('nvim-0.11') == 1 then
    return vim.lsp.config.forge_lsp
  end
  return require('forge_lsp.fallback').config()
end

local function binary(cmd)
  if type(cmd) ~= 'table' then
    health.info('cmd is a function: which command it runs cannot be told')
    return
  end
  local path = vim.fn.exepath(cmd[1])
  if path == '' then
    health.error(('`%s` is not executable, or not on the PATH that Neovim has'):format(cmd[1]), {
      'go install github.com/entrhq/forge-lsp/cmd/forge-lsp@latest',
      'Add the folder that `go env GOPATH` names, with /bin after it, to PATH',
      "Or name the command: vim.lsp.config('forge_lsp', { cmd = { '/path/to/forge-lsp', 'serve' } }); "
        .. 'on Neovim 0.10, vim.g.forge_lsp',
    })
    return
  end
  local ok, result = pcall(function()
    return vim.system({ path, '--version' }, { text = true, timeout = 5000 }):wait()
  end)
  local said = ok and vim.trim(result.stdout or '') or ''
  if ok and result.code == 0 and vim.startswith(said, 'forge-lsp ') then
    health.ok(('%s: %s'):format(path, said))
  else
    health.error(('%s is not forge-lsp: `--version` says %q'):format(path, said))
  end
end

--- Whether something starts the server. Neovim 0.11 does not tell: it counts as enabled.
local function enabled()
  if vim.fn.has('nvim-0.11') == 0 then
    if vim.g.forge_lsp_start == false then
      health.info('vim.g.forge_lsp_start is false: nothing starts the server')
      return false
    end
  elseif vim.lsp.is_enabled and not vim.lsp.is_enabled('forge_lsp') then
    health.warn('Not enabled', { "Add vim.lsp.enable('forge_lsp') to init.lua" })
    return false
  end
  return true
end

local function clients(filetypes)
  local list = vim.lsp.get_clients({ name = 'forge_lsp' })
  for _, client in ipairs(list) do
    local count = vim.tbl_count(client.attached_buffers)
    local root = client.config.root_dir or 'no root'
    health.ok(('Client %d: %s, attached to %d %s'):format(client.id, root, count, count == 1 and 'buffer' or 'buffers'))
  end
  if #list == 0 then
    local of = filetypes and (' of type ' .. table.concat(filetypes, ', ')) or ''
    health.info('No client is running: one starts with the first file' .. of)
  end
end

--- Why a buffer that is attached may show nothing.
local function shown(bufnr, name, cmd)
  health.ok(name .. ': attached')
  if not vim.diagnostic.is_enabled({ bufnr = bufnr }) then
    health.warn(name .. ': diagnostics are disabled', { ':lua vim.diagnostic.enable(true, { bufnr = 0 })' })
  end
  if type(cmd) ~= 'table' or vim.fn.executable(cmd[1]) == 0 then
    return
  end
  local result = vim.system({ cmd[1], 'config', '--format', 'json', vim.api.nvim_buf_get_name(bufnr) }, { text = true, timeout = 5000 }):wait()
  local ok, config = pcall(vim.json.decode, result.stdout or '')
  if ok and config.kind then
    health.info(('%s: read as %s (%s)'):format(name, config.kind.value, config.kind.from))
  end
end

--- Why a buffer has no client, and what to do about it; nil where nothing tells.
local function reason(bufnr, config, started)
  local filetypes, filetype = config.filetypes, vim.bo[bufnr].filetype
  if vim.bo[bufnr].buftype ~= '' then
    return "not a file ('buftype' is " .. vim.bo[bufnr].buftype .. ')'
  elseif filetype == 'bigfile' then
    local size = vim.fn.getfsize(vim.api.nvim_buf_get_name(bufnr)) / 1e6
    return ("not attached: it has %.1f MB, and a plugin for large files has set its 'filetype' to bigfile"):format(size),
      { 'Set another one, such as :setfiletype jsonl: the server takes files of up to 1 GiB', '`forge-lsp inspect FILE` lists the calls of a file of any size' }
  elseif filetype == '' then
    return "not attached, as it has no 'filetype'", { 'Set one, such as :setfiletype text' }
  elseif filetypes and not vim.list_contains(filetypes, filetype) then
    return ("not attached, as its 'filetype' is %s"):format(filetype),
      { ("Add '%s' to filetypes: vim.lsp.config('forge_lsp', { filetypes = … }); on Neovim 0.10, vim.g.forge_lsp"):format(filetype) }
  elseif not started then
    return 'not attached, as the server is disabled'
  elseif type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) == 0 then
    return ('not attached, as `%s` is not executable'):format(config.cmd[1])
  elseif require('forge_lsp.attach').waits(bufnr) then
    return ('not attached, as no <tool> is in it; of type %s only files with calls get the server'):format(filetype)
  end
end

--- What is to be known of the buffer from which the check was called.
local function buffer(config, started)
  local bufnr = vim.fn.bufnr('#')
  if bufnr < 0 or vim.api.nvim_buf_get_name(bufnr) == '' then
    return
  end
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
  if #vim.lsp.get_clients({ name = 'forge_lsp', bufnr = bufnr }) > 0 then
    return shown(bufnr, name, config.cmd)
  end
  local text, advice = reason(bufnr, config, started)
  if not text then
    health.warn(name .. ': not attached', { 'Look at the entries above, and at vim.lsp.get_log_path()' })
  elseif advice then
    health.warn(name .. ': ' .. text, advice)
  else
    health.info(name .. ': ' .. text)
  end
end

function M.check()
  health.start('forge-lsp')
  if not neovim() then
    return
  end
  local ok, found = pcall(config)
  if not ok or not found then
    health.error('lsp/forge_lsp.lua is not on the runtimepath, or fails: ' .. tostring(found))
    return
  end
  binary(found.cmd)
  local started = enabled()
  clients(found.filetypes)
  buffer(found, started)
end

return M
