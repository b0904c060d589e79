runtime syntax/forge_tool.vim
