package linediff

import (
	"fmt"
	"math/rand/v2"
	"strings"
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
	unified := Unified("dir/a.md", "dir/a.md", old.String(), text.String())
	if !strings.HasPrefix(unified, "--- a/dir/a.md\n+++ b/dir/a.md\n@@ -1,4 +1,4 @@\n-line 0 of") {
		t.Errorf("the diff starts with %q", unified[:100])
	}
	if n := strings.Count(unified, "\n-"); n != 500 {
		t.Errorf("%d lines removed, want 500", n)
	}
}

// TestUnifiedDiffOfNewFile checks the header for a file that does not exist before.
func TestUnifiedDiffOfNewFile(t *testing.T) {
	const want = "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n"
	if got := Unified("", "a.md", "", "x\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUnified checks a diff by applying it.
func TestUnified(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	random := func(n int) (text string) {
		for range n {
			text += []string{"a", "b", "\n", "\n", "a\n"}[r.IntN(5)]
		}
		return text
	}
	for range 5000 {
		head, tail := random(r.IntN(30)), random(r.IntN(30))
		old, text := head+random(r.IntN(4))+tail, head+random(r.IntN(4))+tail
		if got := apply(t, old, Unified("a", "a", old, text)); old != text && got != text {
			t.Fatalf("%q to %q: the diff gives %q\n%s", old, text, got, Unified("a", "a", old, text))
		}
	}
}

// apply returns a text after a diff.
func apply(t *testing.T, old, diff string) (text string) {
	lines, at, last := strings.SplitAfter(old, "\n"), 0, byte(0)
	for _, l := range strings.SplitAfter(diff, "\n")[2:] {
		switch {
		case l == "":
		case strings.HasPrefix(l, "@@"):
			var from int
			if _, err := fmt.Sscanf(l, "@@ -%d", &from); err != nil {
				t.Fatal(err)
			}
			for ; at < from-1; at++ {
				text += lines[at]
			}
		case l[0] == '\\':
			if last != '-' {
				text = strings.TrimSuffix(text, "\n")
			}
		case l[0] == '+':
			text += l[1:]
		default:
			if got := strings.TrimSuffix(lines[at], "\n"); got != strings.TrimSuffix(l[1:], "\n") {
				t.Fatalf("line %d is %q, the diff has %q", at+1, got, l)
			}
			if at++; l[0] == ' ' {
				text += l[1:]
			}
		}
		if l != "" {
			last = l[0]
		}
	}
	return text + strings.Join(lines[at:], "")
}
