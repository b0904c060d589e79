# Sourced by run: the hooks, as docs/ci.md shows them, in a repository that uses this one.

need pre-commit
export PRE_COMMIT_HOME=$work/pre-commit
commit() { quietly git -C "$1" -c user.name=test -c user.email=test@localhost commit -qm test; }

# This tree as a repository, with what is not committed yet.
mkdir "$work/hooks"
git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$work/hooks"
quietly git -C "$work/hooks" init -q
quietly git -C "$work/hooks" add --all
commit "$work/hooks"
quietly git -C "$work/hooks" tag v0.0.1-test

user=$work/user
mkdir "$user"
quietly git -C "$user" init -q
awk '/^## / {here = $0 == "## pre-commit"} here && /^```yaml$/ {code = 1; next} code && /^```$/ {exit} code' docs/ci.md |
  sed "s|https://github.com/entrhq/forge-lsp|file://$work/hooks|; s|rev: .*|rev: v0.0.1-test|" >"$user/.pre-commit-config.yaml"
grep -q 'id: forge-lsp-fix' "$user/.pre-commit-config.yaml" || fail "docs/ci.md does not show the hooks"
cp -R examples "$user/"
printf 'exclude = ["examples"]\n' >"$user/forge-lsp.toml"
cp examples/reply-ampersand.xml "$user/reply.xml"
quietly git -C "$user" add --all

started=$SECONDS
hooks() (cd "$user" && pre-commit run --all-files --color never)
if hooks >"$work/got" 2>&1; then fail "the hooks pass a call that runs only thanks to a fallback"; fi
echo "  installed and run in $((SECONDS - started)) s"
grep -q '^forge-lsp check --fix\.*Failed' "$work/got" || {
  cat "$work/got" >&2
  fail "the hook that fixes did not run"
}
grep -q 'q&amp;a\|&amp;' "$user/reply.xml" || fail "nothing is fixed"
quietly git -C "$user" diff --exit-code -- examples # which is excluded
quietly git -C "$user" add --all
quietly hooks # all is fixed now
