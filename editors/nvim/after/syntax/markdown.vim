runtime syntax/forge_tool.vim

" A fence whose language is colored has its groups in a cluster of its own.
for s:language in get(g:, 'markdown_fenced_languages', [])
  exe 'syn cluster markdownHighlight_' .. tr(matchstr(s:language, '[^=]*$'), '.', '_') .. ' add=forgeTool'
endfor
unlet! s:language
