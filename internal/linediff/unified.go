package linediff

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// Unified returns the change of a file in the format of patch -p1 and git apply. The file
// is new if its path before is "".
func Unified(before, after, old, text string) string {
	from := "/dev/null"
	if before != "" {
		from = diffName("a/", before)
	}
	return "--- " + from + "\n+++ " + diffName("b/", after) + "\n" + hunks(old, text)
}

// hunks returns the lines of a unified diff after its header. Names may have line ends: [Unified] writes others.
//
// udiff finds the shortest diff, but beyond some hundred lines replaces what is between the first and the
// last changes. There the diff by the lines that occur once in both texts can be shorter.
func hunks(before, after string) string {
	shortest := withoutLines(udiff.Unified("a", "b", before, after), 2)
	const exact = 100 // lines
	if strings.Count(shortest, "\n") <= exact {
		return shortest
	}
	anchored := withoutLines(string(diff.Diff("a", []byte(before), "b", []byte(after))), 3) // the first is "diff a b"
	if len(anchored) < len(shortest) {
		return anchored
	}
	return shortest
}

// withoutLines removes the first n lines of a text.
func withoutLines(s string, n int) string {
	for range n {
		_, s, _ = strings.Cut(s, "\n")
	}
	return s
}

// diffName returns the name of a file in the form for the header of a diff: as git
// writes it, which GNU patch also reads. A name with spaces ends in a tab, otherwise it
// would end at the first of them. One with a byte that is special there or for a
// terminal is quoted as in C, and so is one that ends in a space, which patch would
// remove. Printable non-ASCII characters are unchanged, as in git with core.quotePath
// off.
func diffName(prefix, file string) string {
	name := prefix + strings.TrimPrefix(path.Clean(file), "/")
	quoted := quoteC(name)
	switch {
	case quoted != name || strings.HasSuffix(name, " "):
		return `"` + quoted + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}

// quoteC escapes characters that cannot occur in a name literally.
func quoteC(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '"', r == '\\':
			b.WriteString(`\` + name[i:i+1])
		case foreign.IsHidden(r, size):
			for _, c := range []byte(name[i : i+size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}
