# Sourced by run. Helix has no batch mode: it is driven through its keyboard, in tmux,
# with the configuration that docs/editors.md gives.

document=$work/a.md
printf '%s\n' '<tool>' '<server_name>local</server_name>' '<tool_name>read_file</tool_name>' \
  '<arguments>' '  <path>🙂/q&a.md</path>' '</arguments>' '</tool>' >"$document"
mkdir -p "$work/home/.config/helix"
block docs/editors.md Helix toml 1 >"$work/home/.config/helix/languages.toml"

# tmux starts its own server, which outlives this shell unless it is stopped.
socket=$work/tmux
terminal() { within helix tmux -S "$socket" -f /dev/null "$@"; }
declare -f within >"$work/helix"
{
  declare -p cache work root extra
  printf 'within helix hx %q\n' "$document"
} >>"$work/helix"
terminal new-session -d -x 120 -y 30 bash "$work/helix"
trap 'terminal kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

# until_shown TEXT [KEY]...: presses the keys again and again until the text is there.
until_shown() {
  local text=$1
  shift
  for _ in $(seq 100); do
    [ $# -eq 0 ] || terminal send-keys "$@"
    sleep 0.1
    if terminal capture-pane -p | grep -qF "$text"; then
      return
    fi
  done
  terminal capture-pane -p >&2
  echo "helix: not shown: $text" >&2
  return 1
}

until_shown 'a.md' # the status line: the editor is up
until_shown 'Unescaped' ']' d
terminal send-keys Space a
until_shown 'Escape as &amp;'
terminal send-keys Enter
until_shown '/q&amp;a.md'
terminal send-keys : w Enter
for _ in $(seq 50); do # Helix replaces the file: for a moment there is none
  if grep -sqF '<path>🙂/q&amp;a.md</path>' "$document"; then
    echo '  ok   finding behind an emoji, fix, file on disk'
    return
  fi
  sleep 0.1
done
cat "$document" >&2
echo 'helix: the file on disk is not mended' >&2
return 1
