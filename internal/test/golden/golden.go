// Package golden compares the output of code with golden files, and writes these if a
// test is run with -update. Only tests use it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

// Update reports whether tests should write their files.
func Update() bool { return *update }

// File compares a file with its expected content. On a difference the test fails and
// prints how to write the file, or, with -update, writes it.
func File(t testing.TB, name string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err == nil && string(got) == string(want) {
		return
	}
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	test, _, _ := strings.Cut(t.Name(), "/")
	t.Errorf("%s is stale (-file +now):\n%s\nIf it is right: go test -run '^%s$' -update", name, cmp.Diff(string(got), string(want)), test)
}

// Annotated compares a file in which what find returns for a line follows it, in indented lines.
func Annotated(t testing.TB, name string, find func(line string) string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if line[0] != ' ' {
			b.WriteString(line + find(strings.TrimSuffix(line, "\n")))
		}
	}
	File(t, name, []byte(b.String()))
}

// Archives reads the txtar files that match a pattern, and runs a test for each, with
// the name of the file without its extension.
func Archives(t *testing.T, pattern string, run func(t *testing.T, file string, archive *txtar.Archive)) {
	t.Helper()
	for _, name := range Files(t, pattern) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			run(t, name, Archive(t, name))
		})
	}
}

// Files returns the names of the files that match a pattern, at least one.
func Files(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(names), err)
	}
	return names
}

// Archive reads a txtar file.
func Archive(t testing.TB, name string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}
