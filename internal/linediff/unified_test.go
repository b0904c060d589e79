package linediff

import (
	"testing"
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
		{"a\t\nb", `"a/a\011\012b"`},
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

// TestUnifiedDiffOfNewFile checks the header for a file that does not exist before.
func TestUnifiedDiffOfNewFile(t *testing.T) {
	const want = "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n"
	if got := Unified("", "a.md", "", "x\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
