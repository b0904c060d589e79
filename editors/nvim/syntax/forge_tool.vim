" Tool calls of Forge agents: <tool> … </tool> in text of any kind.
"
" The files in after/syntax add this to the syntax of those
" files. It is a syntax of its own where tree-sitter colors the file. What the
" server reports is not repeated here: these are colors, and the only errors are
" characters that XML never allows where they stand.

" As in the server, <tool> alone is a mention: a call goes on with an element or,
" in its old form, with JSON. It ends at the first </tool>, wherever that stands,
" in CDATA too: hence keepend.
syn region forgeTool matchgroup=forgeToolTag keepend
      \ start="\C<tool>\ze\_s*\%(<[[:alpha:]_!]\|{\)" end="\C</tool>"
      \ contains=forgeError,forgeReference,forgeTag,forgeCdata,forgeComment
      \ containedin=markdownCodeBlock

" Where several match, the later definition wins.
syn match forgeError "[<&]\|]]>" contained
syn match forgeReference "\C&\%(amp\|lt\|gt\|apos\|quot\|#\d\+\|#x\x\+\);" contained
" Quoted attributes only: a < b && c > d is no tag.
syn match forgeTag contained
      \ @</\=[[:alpha:]_][-.:[:alnum:]_]*\%(\s\+[[:alpha:]_][-.:[:alnum:]_]*\s*=\s*\%("[^"<]*"\|'[^'<]*'\)\)*\s*/\=>@
syn region forgeComment start="<!--" end="-->" contained
syn region forgeCdata matchgroup=forgeCdataDelimiter start="\C<!\[CDATA\[" end="]]>" contained

" Where nothing else colors the file, a call may be scrolled into from anywhere.
" The limit keeps a long file without calls fast.
if !exists('b:current_syntax')
  syn sync match forgeToolSync grouphere forgeTool "\C<tool>\ze\_s*\%(<[[:alpha:]_!]\|{\)"
  syn sync match forgeToolSync groupthere NONE "\C</tool>"
  syn sync minlines=50 maxlines=500 linebreaks=1
endif

hi def link forgeToolTag Statement
hi def link forgeTag Function
hi def link forgeReference Special
hi def link forgeComment Comment
hi def link forgeCdata String
hi def link forgeCdataDelimiter Type
hi def link forgeError Error
