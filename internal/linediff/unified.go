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

// Unified returns the change of a file in the format of patch -p1 and git apply, "" for none. The file
// is new if its path before is "".
//
// It returns the shorter of two diffs: the first is minimal, but only up to about a
// hundred changes; the second stays small for any number of changes, but needs
// unchanged lines between them that occur only once.
func Unified(before, after, old, text string) string {
	// Names may have line ends: these headers are replaced.
	minimal, _ := udiff.ToUnified("a", "b", old, udiff.Lines(old, text), context) // fails for edits of another text
	best := withoutLines(minimal, 2)
	anchored := diff.Diff("a", []byte(old), "b", []byte(text))
	if anchored := withoutLines(string(anchored), 3); len(anchored) < len(best) { // the first is "diff a b"
		best = anchored
	}
	from := "/dev/null"
	if before != "" {
		from = diffName("a/", before)
	}
	return "--- " + from + "\n+++ " + diffName("b/", after) + "\n" + best
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
	const letters = "abtnvfr" // of the bytes from 7 on
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '"', r == '\\':
			b.WriteString(`\` + name[i:i+1])
		case '\a' <= r && r <= '\r':
			b.WriteString(`\` + letters[r-'\a':r-'\a'+1])
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
