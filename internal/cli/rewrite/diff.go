package rewrite

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// diffContext is the number of unchanged lines around a change.
const diffContext = 3

// Diff returns the change of a file in the format of patch -p1 and git apply.
//
// It returns the shorter of two diffs: the first is minimal, but only up to about a
// hundred changes; the second stays small for any number of changes, but needs
// unchanged lines between them that occur only once.
func Diff(path, old, text string) (string, error) {
	// Names may have line ends: these headers are replaced.
	minimal, err := udiff.ToUnified("a", "b", old, udiff.Lines(old, text), diffContext)
	if err != nil {
		return "", err
	}
	best := withoutLines(minimal, 2)
	anchored := diff.Diff("a", []byte(old), "b", []byte(text))
	if anchored := withoutLines(string(anchored), 3); len(anchored) < len(best) { // the first is "diff a b"
		best = anchored
	}
	return "--- " + diffName("a/", path) + "\n+++ " + diffName("b/", path) + "\n" + best, nil
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

// Inked returns a unified diff for output; see [term.Style.exact].
func Inked(unified string, s term.Style) string {
	var b strings.Builder
	for line := range strings.Lines(s.Exact(unified)) {
		body, end := strings.TrimSuffix(line, "\n"), ""
		if body != line {
			end = "\n"
		}
		switch {
		case strings.HasPrefix(body, "--- "), strings.HasPrefix(body, "+++ "):
			body = s.Path.Sprint(body)
		case strings.HasPrefix(body, "@@"):
			body = s.Note.Sprint(body)
		case strings.HasPrefix(body, "+"):
			body = s.Good.Sprint(body)
		case strings.HasPrefix(body, "-"):
			body = s.Bad.Sprint(body)
		}
		b.WriteString(body + end)
	}
	return b.String()
}
