" The server in Vim, by way of ALE. Run by run, after the vimrc that docs/editors.md gives.

let s:folder = $TMPDIR . '/project'
call mkdir(s:folder . '/.git', 'p')
call mkdir(s:folder . '/.forge', 'p')
call writefile(['tools:', '  - name: deploy', '    parameters:', '      type: object',
\ '      properties:', '        service: {type: string}'], s:folder . '/.forge/tools.yaml')
set hidden noswapfile completeopt+=menuone
let g:ale_hover_to_preview = 1
let s:failed = 0
let s:said = []

function! s:Wait(what, Condition) abort
  " Ten minutes: only a test that hangs ends so.
  for l:i in range(12000)
    if a:Condition()
      return
    endif
    sleep 50m
  endfor
  throw 'timeout: ' . a:what
endfunction

function! s:Test(name, Run) abort
  try
    call a:Run()
    call add(s:said, '  ok   ' . a:name)
  catch
    let s:failed = 1
    call extend(s:said, ['  FAIL ' . a:name, v:exception, v:throwpoint] + getline(1, '$'))
  endtry
endfunction

function! s:Call(tool, ...) abort
  return ['<tool>', '<server_name>local</server_name>', '<tool_name>' . a:tool . '</tool_name>', '<arguments>']
  \ + a:000 + ['</arguments>', '</tool>']
endfunction

let s:sound = s:Call('read_file', '  <path>docs/a.md</path>')

" Opens lines, the cursor on the first place of a text.
function! s:Open(name, lines, place) abort
  call writefile(a:lines, s:folder . '/' . a:name)
  execute 'edit! ' . fnameescape(s:folder . '/' . a:name)
  call cursor(1, 1)
  if !empty(a:place)
    call search('\V' . a:place, 'cW')
  endif
endfunction

" Answers what ALE asks, as a person would with the keyboard.
let s:answer = ''
call ale#util#Mode() " which loads what is replaced
function! ale#util#Input(message, value, ...) abort
  return s:answer
endfunction

function! s:Preview() abort
  for l:window in getwininfo()
    if getwinvar(l:window.winnr, '&previewwindow') || getbufvar(l:window.bufnr, '&filetype') =~# '^ale-preview'
      return join(getbufline(l:window.bufnr, 1, '$'), "\n")
    endif
  endfor
  return ''
endfunction

" Waits until the window that ALE shows lists in has a text, and closes it.
function! s:Shows(text) abort
  call s:Wait('shown: ' . a:text, {-> stridx(s:Preview(), a:text) >= 0})
  silent! pclose!
  if &filetype =~# '^ale-preview'
    bwipeout!
  endif
endfunction

function! s:Is(text) abort
  call s:Wait('in the buffer: ' . a:text, {-> index(getline(1, '$'), a:text) >= 0})
endfunction

function! s:Equal(got, want) abort
  if a:got != a:want
    throw 'got ' . string(a:got) . ', want ' . string(a:want)
  endif
endfunction

function! s:Diagnostics() abort
  call s:Open('a.md', s:Call('read_file', '  <path>🙂/q&a.md</path>'), '&a')
  call s:Wait('a diagnostic', {-> len(ale#engine#GetLoclist(bufnr(''))) == 1})
  let l:found = ale#engine#GetLoclist(bufnr(''))[0]
  call s:Equal([l:found.lnum, l:found.col, l:found.type, l:found.code], [5, col('.'), 'W', 'unescaped-ampersand'])
endfunction
call s:Test('diagnostics after an emoji', function('s:Diagnostics'))

function! s:Fixes() abort
  let s:answer = '1'
  ALECodeAction
  call s:Is('  <path>🙂/q&amp;a.md</path>')
  silent write
  call s:Equal(readfile(expand('%'))[4], '  <path>🙂/q&amp;a.md</path>')
endfunction
call s:Test('fixes, the first one by its number', function('s:Fixes'))

function! s:Hover() abort
  call s:Open('b.md', s:sound, 'read_file')
  ALEHover
  call s:Shows('Reads a text file')
endfunction
call s:Test('hover', function('s:Hover'))

" Accepts what the menu has, and ends Insert mode when the menu is gone.
function! s:Accept(timer) abort
  if pumvisible() && !s:shown
    let s:shown = 1
    call feedkeys("\<C-y>")
  elseif !pumvisible() && s:shown
    call timer_stop(a:timer)
    call feedkeys("\<Esc>")
  endif
endfunction

function! s:Completion() abort
  call s:Open('c.md', s:Call('read_'), 'read_')
  " What is typed ahead would end the completion: the menu is waited for.
  let s:shown = 0
  let l:timer = timer_start(50, function('s:Accept'), {'repeat': -1})
  call feedkeys("ea\<C-x>\<C-o>", 'tx!')
  call timer_stop(l:timer)
  call s:Is('<tool_name>read_file</tool_name>')
endfunction
call s:Test('completion of names and values, not of whole calls', function('s:Completion'))

function! s:Rename() abort
  call s:Open('r.md', s:sound, 'path>')
  let s:answer = 'file'
  ALERename
  call s:Is('  <file>docs/a.md</file>')
endfunction
call s:Test('rename of both tags', function('s:Rename'))

function! s:Definition() abort
  call s:Open('d.md', s:Call('deploy', '  <service>web</service>'), 'deploy')
  silent write
  ALEGoToDefinition
  call s:Wait('the definition', {-> expand('%:t') ==# 'tools.yaml' && line('.') == 2})
endfunction
call s:Test('definition', function('s:Definition'))

call extend(s:said, [matchstr(execute('version'), 'VIM - Vi IMproved [0-9.]*')])
call writefile(s:said, $TMPDIR . '/said')
if s:failed
  cquit
endif
qall!
