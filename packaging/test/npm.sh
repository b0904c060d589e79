# Sourced by run: the packed npm packages are published to a registry on loopback and installed
# from there, as `npx forge-lsp` and as a dependency of a project.

snapshot
npm_tools
mkdir -p "$work/npm/home" "$work/npm/project"
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
registry=http://127.0.0.1:$port
cat >"$work/npm/config.yaml" <<YAML
storage: $work/npm/storage
auth: {htpasswd: {file: $work/npm/htpasswd}}
uplinks: {}
packages: {'**': {access: \$all, publish: \$all}}
max_body_size: 100mb
log: {type: stdout, level: warn}
web: {enable: false}
YAML
"$tools/verdaccio" --config "$work/npm/config.yaml" --listen "127.0.0.1:$port" >"$work/npm/log" 2>&1 &
running+=($!)

# npm reads nothing of whoever runs the test, and asks no other registry.
printf '%s\n' "registry=$registry/" "//127.0.0.1:$port/:_authToken=none" 'audit=false' 'fund=false' 'update-notifier=false' >"$work/npm/home/.npmrc"
in_npm() (
  unset npm_config_registry NPM_CONFIG_REGISTRY
  cd "$work/npm/project" && HOME=$work/npm/home npm_config_userconfig=$work/npm/home/.npmrc npm_config_cache=$work/npm/cache "$@"
)
for _ in $(seq 100); do
  ! in_npm npm ping >/dev/null 2>&1 || break
  sleep 0.1
done

published=$SECONDS
for file in dist/npm/entrhq-*.tgz dist/npm/forge-lsp-[0-9]*.tgz; do
  quietly in_npm npm publish --tag latest "$root/$file"
done
echo "  published in $((SECONDS - published)) s"

echo '{"private": true}' >"$work/npm/project/package.json"
cp -R examples "$work/npm/project/"
run_npm() { in_npm npm exec --yes -- forge-lsp "$@"; }
installed=$SECONDS
checks run_npm # fetches it, as nothing has it yet
echo "  npx in $((SECONDS - installed)) s"
quietly in_npm npm install --save-dev forge-lsp
checks run_npm
[[ $(ls "$work/npm/project/node_modules/@entrhq") == forge-lsp-linux-x64 ]] || fail "npm installed more than the package of this platform"
echo "  $(size dist/npm/forge-lsp-[0-9]*.tgz dist/npm/entrhq-forge-lsp-linux-x64-*.tgz), $(size "$work/npm/project/node_modules") installed"

# The program gets what its wrapper is told: input, signals and the end of input.
shim=$work/npm/project/node_modules/.bin/forge-lsp
"$shim" check --as reply - <examples/reply-ampersand.xml >"$work/got" || true
"$work/bin/forge-lsp" check --as reply - <examples/reply-ampersand.xml >"$work/want-stdin" || true
cmp "$work/want-stdin" "$work/got" || fail "standard input does not come through"
sleep 1000 | "$shim" serve &
wrapper=$!
running+=("$wrapper")
until pgrep -P "$wrapper" >/dev/null; do sleep 0.05; done
kill -TERM "$wrapper"
wait "$wrapper" && fail "a server that is told to end exits with 0" || code=$?
[[ $code -eq 143 ]] || fail "a server that is told to end exits with $code"

# Without the package of the platform there is a way out, and no stack trace.
rm -r "$work/npm/project/node_modules"
quietly in_npm npm install --omit=optional
run_npm version >"$work/got" 2>&1 && fail "it runs without the program" || code=$?
[[ $code -eq 2 ]] && grep -q '^forge-lsp: the package @entrhq/forge-lsp-linux-x64 is not installed$' "$work/got" || {
  cat "$work/got" >&2
  fail "what is missing is not told"
}
