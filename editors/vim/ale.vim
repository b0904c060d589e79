" The server in Vim or Neovim with ALE: source this file from your vimrc. ALE has to be there as a
" package in start/, or on the 'runtimepath'.

let s:markers = ['.forge', 'forge-lsp.toml', '.git']

" The nearest folder above a buffer's file with a marker, else the file's own.
function! s:Root(buffer) abort
  let l:folder = fnamemodify(bufname(a:buffer), ':p:h')
  let l:at = l:folder
  while 1
    for l:marker in s:markers
      if !empty(glob(l:at . '/' . l:marker, 1))
        return l:at
      endif
    endfor
    let l:above = fnamemodify(l:at, ':h')
    if l:above ==# l:at
      return l:folder
    endif
    let l:at = l:above
  endwhile
endfunction

" ALE counts columns in bytes, and does not tell.
for s:filetype in [
\ 'markdown', 'text', 'xml', 'html', 'json', 'jsonl', 'yaml', 'toml', 'go', 'python', 'javascript', 'typescript',
\]
  call ale#linter#Define(s:filetype, {
  \ 'name': 'forge_lsp',
  \ 'lsp': 'stdio',
  \ 'executable': 'forge-lsp',
  \ 'command': '%e serve --offset-encoding utf-8',
  \ 'language': s:filetype ==# 'text' ? 'plaintext' : s:filetype,
  \ 'project_root': function('s:Root'),
  \})
endfor
unlet s:filetype
