# Sourced by run: the steps of the Action, with releases from a folder in place of GitHub.

snapshot
npm_tools
releases=$work/releases
mkdir -p "$releases/download/v9.8.7" "$releases/latest"
cp dist/checksums.txt dist/forge-lsp_linux_*.tar.gz "$releases/download/v9.8.7/"
cp -R "$releases/download/v9.8.7" "$releases/latest/download"

# action FILE INPUTS: runs the Action in the project; its exit code is the last line.
action() {
  local code=0
  (cd "$work/project" && FORGE_LSP_RELEASES=file://$releases RUNNER_TEMP=$work \
    node "$root/packaging/test/runner.mjs" "$root" "$2") >"$1" 2>&1 || code=$?
  echo "exit code $code" >>"$1"
}
# contains FILE TEXT
contains() { grep -qF -- "$2" "$1" || {
  cat "$1" >&2
  fail "the Action does not print: $2"
}; }

# The findings are annotations, and make the step fail.
action "$work/got" '{"version": "v9.8.7", "paths": "examples"}'
(cd "$work/project" && "$work/bin/forge-lsp" check --format github examples) >"$work/annotations" || true
grep -q '^::error' "$work/annotations" || fail "the examples have no annotations"
while IFS= read -r line; do contains "$work/got" "$line"; done <"$work/annotations"
contains "$work/got" 'exit code 1'

# The report in SARIF is that of the program, and its file is an output.
action "$work/got" '{"paths": "examples/reply-good.xml\nexamples/reply-ampersand.xml", "sarif": "a b.sarif", "fail-on": "never", "args": "--ignore=empty-call\n--select=syntax"}'
contains "$work/got" '{"sarif":"a b.sarif"}'
contains "$work/got" 'exit code 0'
contains "$work/project/a b.sarif" '"ruleId":"unescaped-ampersand"'
rm "$work/project/a b.sarif"

# A tag of a release is the version; for v1 and a commit it is that of the Action's own folder, never the latest.
ACTION_REF=v9.8.7 action "$work/got" '{"paths": "examples/reply-good.xml"}'
contains "$work/got" 'exit code 0'
rm -r "$releases/latest"
ACTION_REF=v9.8.7 action "$work/got" '{"paths": ".", "working-directory": "examples"}'
contains "$work/got" 'file=reply-corrupted-cdata.xml'
own=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' editors/claude-code/.claude-plugin/plugin.json)
for ref in v1 0123456789abcdef0123456789abcdef01234567; do
  ACTION_REF=$ref action "$work/got" '{}'
  contains "$work/got" "cannot download file://$releases/download/v$own/forge-lsp_linux_amd64.tar.gz"
  contains "$work/got" 'exit code 1'
done

# Where cosign is, a release whose signature it refuses is not run.
mkdir "$work/cosign"
printf '#!/bin/sh\ngrep -q good "$4"\n' >"$work/cosign/cosign"
chmod +x "$work/cosign/cosign"
for signature in good bad; do
  echo "$signature" >"$releases/download/v9.8.7/checksums.txt.sigstore.json"
  PATH=$work/cosign:$PATH action "$work/got" '{"version": "v9.8.7", "paths": "examples/reply-good.xml"}'
  if [[ $signature == good ]]; then contains "$work/got" 'exit code 0'; fi
done
contains "$work/got" 'the signature of the checksums is not that of the release'
contains "$work/got" 'exit code 1'

# Text of an input is no script, and what was tampered with is not run.
action "$work/got" '{"version": "v9.8.7", "paths": "$(touch hacked)\n`touch hacked`;touch hacked"}'
contains "$work/got" 'exit code 2'
[[ ! -e $work/project/hacked ]] || fail "an input is run"
action "$work/got" '{"version": "../v9.8.7"}'
contains "$work/got" 'expected one such as v1.2.3, or latest'
printf x >>"$releases/download/v9.8.7/forge-lsp_linux_amd64.tar.gz"
action "$work/got" '{"version": "v9.8.7"}'
contains "$work/got" 'its checksum differs'
contains "$work/got" 'exit code 1'
