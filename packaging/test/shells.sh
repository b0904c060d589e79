# Sourced by run: the completions as people get them, by a key in a shell that runs in tmux.

snapshot
need tmux
need zsh
need fish
[[ -f /usr/share/bash-completion/bash_completion ]] || editors/test/install bash-completion

# terminal COMMAND...: runs a command of tmux, in a server that has only what the setup gives it.
terminal() { env -i PATH="$work/bin:$PATH" HOME="$work/home" TERM=screen-256color LANG=C.UTF-8 tmux -S "$socket" -f /dev/null "$@"; }
mkdir "$work/home"

# shown TEXT: waits until the terminal shows a text.
shown() {
  for _ in $(seq 100); do
    if terminal capture-pane -p | grep -qF -- "$1"; then return; fi
    sleep 0.1
  done
  terminal capture-pane -p >&2
  fail "$shell does not show: $1"
}

# completes TEXT WANT: types a text and a tabulator.
completes() {
  terminal send-keys C-c
  terminal send-keys C-l
  terminal send-keys -l "$1"
  shown "$1"
  terminal send-keys Tab
  shown "$2"
}

completions=$root/packaging/out/completions
for shell in bash zsh fish; do
  case $shell in
  bash)
    command='bash --norc --noprofile'
    setup="source /usr/share/bash-completion/bash_completion; source $completions/forge-lsp.bash"
    ;;
  zsh)
    command='zsh -f'
    setup="fpath=($completions \$fpath); autoload -U compinit; compinit -u -D"
    ;;
  fish)
    command='fish --private --no-config'
    setup="source $completions/forge-lsp.fish"
    ;;
  esac
  socket=$work/tmux-$shell # a server that is ending still answers at its own
  terminal new-session -d -x 150 -y 50 -c "$work/project" "$command"
  terminal send-keys -l "$setup; echo re''ady"
  terminal send-keys Enter
  shown ready
  completes 'forge-lsp insp' 'forge-lsp inspect'
  completes 'forge-lsp check --fail-o' 'forge-lsp check --fail-on'
  completes 'forge-lsp explain corrupted-c' 'forge-lsp explain corrupted-cdata'
  completes 'forge-lsp check examples/reply-cu' 'examples/reply-cut.xml'
  terminal kill-server
  echo "  $shell"
done
