package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli/term"
)

func TestDiffName(t *testing.T) {
	for _, test := range []struct{ path, want string }{
		{"a.md", "a/a.md"},
		{"dir/a.md", "a/dir/a.md"},
		{"./a.md", "a/a.md"},
		{"dir//x/../a.md", "a/dir/a.md"},
		{"/tmp/a.md", "a/tmp/a.md"},
		{"-", "a/-"},
		{"-n.md", "a/-n.md"},
		{"日本.md", "a/日本.md"},
		{"a b.md", "a/a b.md\t"},
		{" a", "a/ a\t"},
		{"a ", `"a/a "`},
		{"a\tb", `"a/a\tb"`},
		{"a\nb", `"a/a\nb"`},
		{"a\a\b\v\f\r", `"a/a\a\b\v\f\r"`},
		{`q"q`, `"a/q\"q"`},
		{`b\s`, `"a/b\\s"`},
		{"\x1b[31m\x7f", `"a/\033[31m\177"`},
		{"caf\xe9", `"a/caf\351"`},
		{"\u202ea", `"a/\342\200\256a"`},
	} {
		if got := diffName("a/", test.path); got != test.want {
			t.Errorf("%q: got %s, want %s", test.path, got, test.want)
		}
	}
}

// TestUnifiedDiffOfManyChanges checks that a large file with changes all over gives a
// small diff that produces the new text.
func TestUnifiedDiffOfManyChanges(t *testing.T) {
	var old, text strings.Builder
	for i := range 20_000 {
		line := fmt.Sprintf("line %d of the file\n", i)
		old.WriteString(line)
		if i%40 == 0 {
			line = strings.Replace(line, "of", "&amp;", 1)
		}
		text.WriteString(line)
	}
	unified, err := Diff("dir/a.md", old.String(), text.String())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(unified, "--- a/dir/a.md\n+++ b/dir/a.md\n@@ -1,4 +1,4 @@\n-line 0 of") {
		t.Errorf("the diff starts with %q", unified[:100])
	}
	if n := strings.Count(unified, "\n-"); n != 500 {
		t.Errorf("%d lines removed, want 500", n)
	}
}

func TestInkedDiff(t *testing.T) {
	got := Inked("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", term.NewStyle(false))
	if want := "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n"; got != want {
		t.Errorf("without color: %q", got)
	}
	got = Inked("-a\n+b\n", term.NewStyle(true))
	if want := "\x1b[31;1m-a\x1b[0;22m\n\x1b[32m+b\x1b[0m\n"; got != want {
		t.Errorf("with color: %q, want %q", got, want)
	}
	s := term.NewStyle(false)
	s.Terminal = true
	const raw = "--- a/x\ty\n-a\x1b[31m\tb\r\n+a\rb\u202e\xff\r"
	if got, want := Inked(raw, s), "--- a/x\ty\n-a\\x1b[31m\tb\r\n+a\\x0db\\u202e\\xff\\x0d"; got != want {
		t.Errorf("on a terminal: %q, want %q", got, want)
	}
	if got := Inked(raw, term.NewStyle(false)); got != raw {
		t.Errorf("in a pipe: %q, want %q", got, raw)
	}
}
