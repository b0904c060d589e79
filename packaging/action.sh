#!/usr/bin/env bash
# action.sh: what the Action does once forge-lsp is installed. The inputs come as variables, so
# that no text of theirs is ever part of a script.
#
#   PATHS      files and folders, one on each line
#   FAIL_ON    the least severity that fails the step
#   ARGS       further flags of check, one on each line
#   SARIF      the file that a report in SARIF goes to, too; empty for none
set -euo pipefail

list=(check "--fail-on=$FAIL_ON")
while IFS= read -r line; do
  [[ -z $line ]] || list+=("$line")
done <<<"$ARGS"
paths=()
while IFS= read -r line; do
  [[ -z $line ]] || paths+=("$line")
done <<<"$PATHS"
if [[ ${#paths[@]} -eq 0 ]]; then
  echo "::error::forge-lsp: the input paths is empty"
  exit 2
fi

if [[ -n $SARIF ]]; then
  forge-lsp "${list[@]}" --format sarif --output "$SARIF" --exit-zero -- "${paths[@]}"
  echo "sarif=$SARIF" >>"$GITHUB_OUTPUT"
fi
forge-lsp "${list[@]}" --format github -- "${paths[@]}"
