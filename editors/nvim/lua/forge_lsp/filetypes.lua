-- Which files can have calls. What in them is a call, only the server knows.

local M = {}

--- Prompts and captures of replies: somebody may write the first call there.
M.prompts = { 'markdown', 'text', 'xml', 'template', 'gotmpl', 'jinja', 'handlebars', 'mustache' }

--- Transcripts, and what can have calls in its strings.
M.others = {
  'json', 'jsonl', 'log', 'html', 'yaml', 'toml', 'go', 'python',
  'javascript', 'javascriptreact', 'typescript', 'typescriptreact',
}

function M.all()
  return vim.list_extend(vim.list_extend({}, M.prompts), M.others)
end

--- Endings of names that Neovim does not know, in every version or in some.
local endings = {
  text = { 'prompt', 'reply', 'response', 'transcript' },
  markdown = { 'mdc', 'mdx' },
  jinja = { 'j2', 'jinja', 'jinja2' },
  handlebars = { 'handlebars' },
  gotmpl = { 'gotmpl' },
  jsonl = { 'ndjson' },
  log = { 'log' },
}

--- Adds the file types that nobody has set: a pattern of negative priority is looked at
--- after the names and endings that Neovim, the user and other plugins know.
function M.add()
  local pattern = { ['.*/%.cursorrules'] = { 'text', { priority = -100 } } }
  for filetype, list in pairs(endings) do
    for _, ending in ipairs(list) do
      pattern['.*%.' .. ending] = { filetype, { priority = -100 } }
    end
  end
  vim.filetype.add({ pattern = pattern })
end

return M
