" The server in Vim or Neovim with vim-lsp: source this file from your vimrc.

augroup forge_lsp
  autocmd!
  autocmd User lsp_setup call lsp#register_server({
  \ 'name': 'forge-lsp',
  \ 'cmd': ['forge-lsp', 'serve'],
  \ 'root_uri': {_ -> lsp#utils#path_to_uri(lsp#utils#find_nearest_parent_file_directory(
  \   lsp#utils#get_buffer_path(), ['.forge/', 'forge-lsp.toml', '.git/']))},
  \ 'allowlist': ['markdown', 'text', 'xml', 'html', 'json', 'jsonl', 'yaml', 'toml', 'go', 'python', 'javascript', 'typescript'],
  \ 'languageId': {_ -> &filetype ==# 'text' ? 'plaintext' : &filetype},
  \ })
augroup END
