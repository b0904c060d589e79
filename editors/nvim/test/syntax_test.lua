-- The colors: the syntax groups at places. A place is named by the text that
-- starts there, on the first line that has it.

local t = dofile(vim.env.FORGE_TEST .. '/harness.lua')

--- The names of the syntax groups at a text, the outermost first.
local function stack(line, part)
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local column = text:find(line, 1, true)
    if column then
      column = column + line:find(part, 1, true) - 1
      return vim.tbl_map(function(id)
        return vim.fn.synIDattr(id, 'name')
      end, vim.fn.synstack(number, column))
    end
  end
  error('no line with ' .. line)
end

local function group(line, part)
  local list = stack(line, part or line)
  return list[#list] or ''
end

--- The groups that are ours and not the file's.
local function ours(line, part)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, 'forge')
  end, stack(line, part or line))
end

local function show(name, lines)
  vim.cmd('silent! %bwipeout!')
  t.open(t.folder() .. '/' .. name, lines)
end

local sample = t.call(
  'write_file',
  '  <path mode="x">q&a &amp; b &#38; c &#x26; d &nbsp; e</path>',
  '  <!-- c & d -->',
  '  <content><![CDATA[if x && y < 1 {}]]></content>',
  '  <more>a]]>b, 1 < 2, p<q && r>s</more>'
)

local function colors()
  t.equal('start', group('<tool>'), 'forgeToolTag')
  t.equal('end', group('</tool>'), 'forgeToolTag')
  t.equal('tag', group('<server_name>'), 'forgeTag')
  t.equal('tag with attribute', group('<path mode'), 'forgeTag')
  t.equal('end tag', group('</arguments>'), 'forgeTag')
  t.equal('text', group('local<', 'local'), 'forgeTool')
  t.equal('raw &', group('q&a', '&'), 'forgeError')
  t.equal('named reference', group('&amp;'), 'forgeReference')
  t.equal('decimal reference', group('&#38;'), 'forgeReference')
  t.equal('hexadecimal reference', group('&#x26;'), 'forgeReference')
  t.equal('reference of HTML', group('&nbsp;'), 'forgeError')
  t.equal('comment', group('c & d', '&'), 'forgeComment')
  t.equal('CDATA', group('<![CDATA['), 'forgeCdataDelimiter')
  t.equal('& in CDATA', group('x && y', '&'), 'forgeCdata')
  t.equal('end of CDATA', group(']]></content>', ']]>'), 'forgeCdataDelimiter')
  t.equal(']]> in text', group('a]]>b', ']]>'), 'forgeError')
  t.equal('raw <', group('1 < 2', '<'), 'forgeError')
  t.equal('code is no tag', group('p<q', '<'), 'forgeError')
end

local function wrapped(before, after)
  return vim.list_extend(vim.list_extend(vim.deepcopy(before), sample), after)
end

t.test('text', function()
  show('a.txt', wrapped({ 'AT&T <b>' }, { 'R&D ]]>' }))
  colors()
  t.equal('before', ours('AT&T', '&'), {})
  t.equal('behind', ours('R&D', '&'), {})
end)

--- Markdown in Vim's own syntax, whatever this version does by itself.
local function markdown(lines)
  show('a.md', lines)
  vim.cmd('lua if vim.b.ts_highlight then vim.treesitter.stop() end')
  t.equal('syntax', vim.bo.syntax, 'markdown')
end

t.test('Markdown, in the text', function()
  markdown(wrapped({ '# One', '' }, { '', '# Two', '*em* R&D' }))
  colors()
  t.equal('heading', group('Two'), 'markdownH1')
  t.equal('emphasis', group('em*'), 'markdownItalic')
  t.equal('behind', ours('R&D', '&'), {})
end)

t.test('Markdown, in a fence', function()
  vim.g.markdown_fenced_languages = { 'xml' }
  for _, language in ipairs({ '', 'text', 'xml' }) do
    markdown(wrapped({ '# One', '', '```' .. language }, { '```', '', '# Two' }))
    colors()
    t.equal('fence', group('```'), 'markdownCodeDelimiter')
    t.equal('heading', group('Two'), 'markdownH1')
  end
end)

t.test('Markdown, a call that a fence cuts off', function()
  markdown({ '```', '<tool>', '<path>a', '```', '', '# Two', 'R&D' })
  t.equal('in the call', group('<path>'), 'forgeTag')
  t.equal('heading', group('Two'), 'markdownH1')
  t.equal('behind', ours('R&D', '&'), {})
end)

t.test('Markdown, mentions', function()
  markdown({ '# One', 'A <tool> & more, `<tool><path>` & more.', '', '<!-- <tool><path>a&b</path></tool> -->', '# Two' })
  t.equal('mention', ours('<tool> &', '&'), {})
  t.equal('inline code', group('`<tool>', '<tool>'), 'markdownCode')
  t.equal('HTML comment', ours('a&b', '&'), {})
  t.equal('heading', group('Two'), 'markdownH1')
end)

t.test('Markdown is as it was where there is no call', function()
  local lines = { '# One', 'a & b <b>bold</b> &amp; ]]> `x`', '', '    code & <path>', '', '- item', '> quote' }
  local function every()
    local all = {}
    for number, line in ipairs(lines) do
      for column = 1, #line do
        all[#all + 1] = vim.fn.synIDattr(vim.fn.synID(number, column, 1), 'name')
      end
    end
    return all
  end
  markdown(lines)
  local with = every()
  vim.cmd('silent! syntax clear forgeTool')
  t.equal('groups', every(), with)
end)

t.test('a call ends at the first </tool>, in CDATA too', function()
  show('a.txt', { '<tool>', '<c><![CDATA[', 'x </tool> y & z', ']]></c>' })
  t.equal('the end', group('</tool>'), 'forgeToolTag')
  t.equal('behind', ours('y & z', '&'), {})
end)

t.test('the old form, in JSON', function()
  show('a.txt', { '<tool>{"tool_name": "a & b"}</tool>', 'c & d' })
  t.equal('in the call', group('a & b', '&'), 'forgeError')
  t.equal('behind', ours('c & d', '&'), {})
end)

t.test('XML keeps its own colors', function()
  show('a.xml', wrapped({ 'a ]]> b' }, { 'c ]]> d' }))
  t.equal('tag', group('<server_name>', 'server_name'), 'xmlTagName')
  t.equal('the call', group('<tool>', 'tool'), 'xmlTagName')
  t.equal('reference', group('&amp;', 'amp'), 'xmlEntity')
  t.equal('raw &', group('q&a', '&'), 'xmlError')
  t.equal('in CDATA', group('x && y', '&'), 'xmlCdata')
  t.equal('end of CDATA', group(']]></content>', ']]>'), 'xmlCdataEnd')
  t.equal('comment', group('c & d', 'c'), 'xmlCommentPart')
  t.equal(']]> in text', group('a]]>b', ']]>'), 'forgeError')
  t.equal(']]> before the call', ours('a ]]> b', ']]>'), {})
  t.equal(']]> behind the call', ours('c ]]> d', ']]>'), {})
end)

t.test('XML with folding', function()
  vim.g.xml_syntax_folding = 1
  show('a.xml', wrapped({}, {}))
  t.equal('tag', group('<server_name>', 'server_name'), 'xmlTagName')
  t.equal('in CDATA', group('x && y', '&'), 'xmlCdata')
  vim.g.xml_syntax_folding = nil
end)

t.test('a call that is scrolled into', function()
  local lines = vim.deepcopy(sample)
  table.remove(lines) -- </tool>
  for number = 1, 400 do
    lines[#lines + 1] = 'line ' .. number
  end
  lines[#lines + 1] = 'last & line'
  show('a.txt', lines)
  vim.cmd('syntax sync clear')
  vim.cmd('set syntax=text') -- forget what was parsed
  t.equal('at the end', group('last & line', '&'), 'forgeError')
end)

t.test('Markdown that tree-sitter colors', function()
  -- 0.12 does it by itself, before that a user's autocommand may.
  local autocommand = vim.api.nvim_create_autocmd('FileType', {
    pattern = 'markdown',
    callback = function()
      vim.treesitter.start()
    end,
  })
  show('a.md', wrapped({ '# One', '' }, { '', '# Two', 'R&D' }))
  vim.api.nvim_del_autocmd(autocommand)
  t.wait('the syntax', function()
    return vim.bo.syntax == 'forge_tool'
  end)
  colors()
  t.equal('heading', stack('Two', 'Two'), {})
  t.equal('behind', stack('R&D', '&'), {})
end)

t.done()
