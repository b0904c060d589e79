# Sourced by run: two builds of one commit have the same bytes. The second one is in a clone
# elsewhere, with an empty build cache and as another user would have it: another umask, time
# zone and language.

snapshot
# goreleaser itself is not what is built twice.
quietly env GOBIN="$work/tools" go install "$(sed -n 's/^GORELEASER = .* run //p' Makefile)"
quietly git clone --quiet --no-hardlinks "$root" "$work/again"
# With what is not committed yet, as the first build has it.
git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$work/again"

again() (
  cd "$work/again" || exit
  umask 077
  export GOCACHE=$work/cache TZ=Asia/Kolkata LC_ALL=C
  make release-snapshot GORELEASER="$work/tools/goreleaser"
)
quietly again
diff -u dist/checksums.txt "$work/again/dist/checksums.txt" >&2 || fail "two builds differ"
(cd dist && sha256sum npm/*.tgz) >"$work/sums"
(cd "$work/again/dist" && sha256sum --check --quiet "$work/sums") || fail "two builds of npm's packages differ"
echo "  $(wc -l <dist/checksums.txt) files and $(wc -l <"$work/sums") npm packages have the same bytes"
