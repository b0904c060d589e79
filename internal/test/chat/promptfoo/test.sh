#!/bin/sh
# Runs promptfoo against the server of recorded replies, and counts its results: make test-promptfoo.
set -eu
cd "$(dirname "$0")"
promptfoo=$PWD/node_modules/.bin/promptfoo
root=$PWD/../../../..
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
(cd "$root" && go build -o "$work/" ./cmd/forge-lsp ./internal/test/chat/serve)
"$work/serve" > "$work/url" &
server=$!
while [ ! -s "$work/url" ]; do kill -0 "$server"; sleep 0.1; done
cp -r "$root/examples/evaluate" "$work/"
cd "$work/evaluate/promptfoo"
"$work/forge-lsp" prompt > prompt.md
export FORGE_MODEL=recorded OPENAI_API_KEY=none PROMPTFOO_CONFIG_DIR="$work" PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1
FORGE_URL=$(cat "$work/url") "$promptfoo" eval --no-cache --no-table --output results.json
"$work/forge-lsp" stats --format json results.json > "$work/stats.json"
for want in '"calls":14,' '"outcomes":{"runs":6,"repaired":3,"altered":0,"refused":3,"ignored":2}' '"replies_without_call":4'; do
	grep -qF "$want" "$work/stats.json" || { echo "no $want in $(cat "$work/stats.json")" >&2; exit 1; }
done
echo "promptfoo: 18 replies, counted as expected"
