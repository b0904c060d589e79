#!/usr/bin/env bash
# install.sh VERSION FOLDER: downloads a release of forge-lsp for this platform, checks it
# against the checksums of the release, and those against its signature if there is cosign, and puts
# the program into the folder. VERSION is one such as v1.2.3, or latest. $FORGE_LSP_RELEASES is where
# releases are, if not on GitHub.
#
# It runs wherever the Action does: also with Bash 3.2, which macOS has, and that of Git for Windows.
set -euo pipefail

fail() {
  echo "install.sh: $*" >&2
  exit 1
}
[[ $# -eq 2 ]] || fail "usage: install.sh VERSION FOLDER"
version=$1 folder=$2
releases=${FORGE_LSP_RELEASES:-https://github.com/entrhq/forge-lsp/releases}

case $(uname -s) in
Linux) os=linux ;;
Darwin) os=darwin ;;
MINGW* | MSYS*) os=windows ;;
*) fail "there is no release for $(uname -s)" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
*) fail "there is no release for $(uname -m)" ;;
esac
case $version in
latest) from=$releases/latest/download ;;
v[0-9]*) from=$releases/download/$version ;;
*) fail "the version is $version: expected one such as v1.2.3, or latest" ;;
esac
archive=forge-lsp_${os}_$arch.tar.gz program=forge-lsp
if [[ $os == windows ]]; then archive=forge-lsp_${os}_$arch.zip program=forge-lsp.exe; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=("$archive" checksums.txt)
if command -v cosign >/dev/null; then files+=(checksums.txt.sigstore.json); fi
for file in "${files[@]}"; do
  curl --fail --silent --show-error --location --retry 3 --output "$work/$file" "$from/$file" ||
    fail "cannot download $from/$file"
done

cd "$work"
if command -v cosign >/dev/null; then
  cosign verify-blob checksums.txt --bundle checksums.txt.sigstore.json \
    --certificate-oidc-issuer https://token.actions.githubusercontent.com \
    --certificate-identity-regexp '^https://github.com/entrhq/forge-lsp/\.github/workflows/release\.yml@refs/tags/v' >&2 ||
    fail "the signature of the checksums is not that of the release"
fi
grep -F " $archive" checksums.txt >expected || fail "the release has no checksum of $archive"
if command -v sha256sum >/dev/null; then
  sha256sum --check --status expected || fail "$archive is not what the release has: its checksum differs"
else
  shasum -a 256 --check --status expected || fail "$archive is not what the release has: its checksum differs"
fi
cd - >/dev/null

mkdir -p "$folder"
case $archive in
*.zip) unzip -qo "$work/$archive" "$program" -d "$folder" ;;
*) tar -xzf "$work/$archive" -C "$folder" "$program" ;;
esac
"$folder/$program" version
