#!/usr/bin/env bash
# Tests the extension in real editors, and gets what that takes: run.sh PART...
# README.md beside this file says what is tested.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

need() {
  if ! command -v "$1" >/dev/null; then
    echo "make test-vscode needs $1: $2" >&2
    exit 1
  fi
}
need go 'Go 1.26 or later'
need node 'Node.js 20 or later'
need npm 'it comes with Node.js'

../test/plan vscode
[[ -x ${CHROMIUM:-/usr/bin/chromium} ]] || ../test/install chromium
case " $* " in
*' oldest '*) # VS Code 1.93 comes with native modules that are not built
  ../test/plan vscode-1.93
  for tool in python3 g++; do
    command -v "$tool" >/dev/null || ../test/install "$tool"
  done
  ;;
esac

export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
npm ci --loglevel=error
npm run --silent typecheck
npm run --silent lint
node test/run.mjs "$@"
