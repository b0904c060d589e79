# Sourced by run. Helix has no batch mode: it is driven through its keyboard, in tmux,
# with the configuration that docs/editors.md gives.

project=$work/project
mkdir -p "$work/home/.config/helix" "$project/.git" "$project/.forge"
block docs/editors.md Helix toml 1 >"$work/home/.config/helix/languages.toml"
printf '%s\n' 'tools:' '  - name: deploy' '    parameters:' '      type: object' '      properties:' \
  '        service: {type: string}' >"$project/.forge/tools.yaml"

# call FILE TOOL LINE...: a file with a call to a tool, with lines as its arguments.
call() {
  local file=$project/$1 tool=$2
  shift 2
  printf '%s\n' '<tool>' '<server_name>local</server_name>' "<tool_name>$tool</tool_name>" '<arguments>' "$@" '</arguments>' '</tool>' >"$file"
}
call a.md read_file '  <path>🙂/q&a.md</path>'
call b.md read_file '  <path>docs/a.md</path>'
call d.md deploy '<service>web</service>'
call i.md read_file '  <path>a</path>' '  <start_line>1</start_line>'
printf '\n<to\n' >"$project/new.md"

# tmux starts its own server, which outlives this shell unless it is stopped.
socket=$work/tmux
terminal() { within helix tmux -S "$socket" -f /dev/null "$@"; }
{
  declare -f within
  declare -p cache work root extra
  printf 'cd %q && within helix hx a.md\n' "$project"
} >"$work/helix"
terminal new-session -d -x 120 -y 30 bash "$work/helix"
trap 'terminal kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

keys() { terminal send-keys "$@"; }

# shown TEXT [KEY]: waits until a text is on the screen, and presses a key every two seconds.
shown() {
  local n screen
  for n in $(seq 12000); do
    screen=$(terminal capture-pane -p)
    if grep -qF -- "$1" <<<"$screen"; then
      return
    fi
    if [[ -n ${2-} ]] && ((n % 40 == 0)); then
      keys "$2"
    fi
    sleep 0.05
  done
  printf '%s\n' "$screen" >&2
  echo "helix: not shown: $1" >&2
  return 1
}

# escape TEXT: presses Escape and waits until a text is no longer on the screen. Helix takes a key
# that arrives together with Escape for the same key with Alt.
escape() {
  local screen
  keys Escape
  for _ in $(seq 12000); do
    screen=$(terminal capture-pane -p)
    if ! grep -qF -- "$1" <<<"$screen"; then
      return
    fi
    sleep 0.05
  done
  printf '%s\n' "$screen" >&2
  echo "helix: still shown: $1" >&2
  return 1
}

# command_line TEXT: types a command; what it leads to is for shown.
command_line() {
  keys :
  keys -l "$1"
  keys Enter
}

# open_at FILE TEXT PLACE: opens a file, with the first place of a text selected, which PLACE tells
# in the status line.
open_at() {
  command_line "open $1"
  shown " $1 "
  keys g g /
  keys -l "$2"
  keys Enter
  shown "$3"
}

# saved FILE TEXT: waits until a file has a text. Helix replaces it: for a moment there is none.
saved() {
  command_line write
  for _ in $(seq 12000); do
    if grep -sqF -- "$2" "$project/$1"; then
      return
    fi
    sleep 0.05
  done
  cat "$project/$1" >&2
  echo "helix: not in $1: $2" >&2
  return 1
}

ok() { echo "  ok   $1" | tee -a "$work/shown"; }
: >"$work/shown"

shown ' a.md ' # the status line: the editor is up
shown '●'      # in the gutter, and there is a finding to go to
keys ']' d
shown 'Unescaped'
shown ' 5:12'
ok 'diagnostics after an emoji'

keys Space a
shown 'Escape as `&amp;`'
keys Enter
shown '/q&amp;a.md'
saved a.md '<path>🙂/q&amp;a.md</path>'
ok 'fixes, and the file on disk'

open_at b.md 'read_file' ' 3:20'
keys Space k
shown 'Reads a text file'
ok 'hover'
escape 'Reads a text file'

keys Space s
shown 'function read_file'
ok 'outline'
escape 'function read_file'

keys g g /
keys -l 'path>'
keys Enter
shown ' 5:8'
keys Space h
shown '2 sels'
ok 'highlights'
keys ,
shown '1 sel '

keys Space r
shown 'rename-to:path'
keys C-u
keys -l file
keys Enter
shown '<file>docs/a.md</file>'
ok 'rename of both tags'

open_at d.md 'deploy' ' 3:17'
keys g d
shown '{type: string}'
ok 'definition'

open_at d.md 'deploy' ' 3:17'
command_line format
shown '  <service>web</service>'
ok 'formatting'

open_at new.md '<to' ' 2:3'
keys A
shown ' INS '
keys C-x
shown 'add_note'
keys C-p # the last one
shown 'Writes a file'
keys Enter
shown 'write_file(path: string'
ok 'signature help'
keys -l docs/a.md
shown '>docs/a.md</path>'
keys Escape
shown ' NOR '
saved new.md '<path>docs/a.md</path>'
grep -qF '<tool_name>write_file</tool_name>' "$project/new.md"
ok 'completion of a whole call'
