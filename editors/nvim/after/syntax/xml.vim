" XML has its own colors for everything in a call, and they stay. What it lets
" pass is ]]> outside of CDATA, which the runtime refuses.
syn region forgeTool transparent
      \ start="\C\ze<tool>\_s*<[[:alpha:]_!]" end="\C\ze</tool>"
      \ contains=TOP,forgeTool,forgeError
      \ containedin=xmlRegion
syn match forgeError "]]>" contained containedin=forgeTool
hi def link forgeError Error
