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
// udiff finds the shortest diff, but beyond some hundred lines replaces what is between the first and the
// last changes. There the diff by the lines that occur once in both texts can be shorter.
func Unified(before, after, old, text string) string {
	start, same := around(old, text)
	edits, changed := udiff.Lines(old[start:len(old)-same], text[start:len(text)-same]), 0
	for i := range edits {
		e := &edits[i]
		e.Start, e.End = e.Start+start, e.End+start
		changed += strings.Count(old[e.Start:e.End], "\n") + strings.Count(e.New, "\n")
	}
	// Names may have line ends: these headers are replaced.
	best, _ := udiff.ToUnified("a", "b", old, edits, context) // fails for edits of another text
	best = withoutLines(best, 2)
	const exact = 100 // lines
	if changed > exact {
		anchored := withoutLines(string(diff.Diff("a", []byte(old), "b", []byte(text))), 3) // the first is "diff a b"
		if len(anchored) < len(best) {
			best = anchored
		}
	}
	from := "/dev/null"
	if before != "" {
		from = diffName("a/", before)
	}
	return "--- " + from + "\n+++ " + diffName("b/", after) + "\n" + best
}

// around returns how many bytes of whole lines are the same at the start and at the end of two texts: to
// compare all lines of a large file takes a second.
func around(a, b string) (start, same int) {
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	start = strings.LastIndexByte(a[:start], '\n') + 1
	for same < min(len(a), len(b))-start && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	if end := strings.IndexByte(a[len(a)-same:], '\n'); end >= 0 {
		return start, same - end - 1
	}
	return start, 0
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
