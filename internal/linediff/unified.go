package linediff

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
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
	old, text, skipped := window(old, text)
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
	return "--- " + from + "\n+++ " + diffName("b/", after) + "\n" + shifted(best, skipped)
}

// window returns the lines of two texts in which they differ, with those around them, and how many lines
// are before: to compare the lines of a large file takes seconds.
func window(a, b string) (x, y string, skipped int) {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	same := 0
	for same < min(len(a), len(b))-start && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	start = strings.LastIndexByte(a[:start], '\n') + 1
	for n := 0; n < context && start > 0; n++ {
		start = strings.LastIndexByte(a[:start-1], '\n') + 1
	}
	for range context + 1 { // the first is that of the difference
		end := strings.IndexByte(a[len(a)-same:], '\n')
		if end < 0 {
			same = 0
			break
		}
		same -= end + 1
	}
	return a[start : len(a)-same], b[start : len(b)-same], strings.Count(a[:start], "\n")
}

var hunk = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^@@ -(\d+)((?:,\d+)?) \+(\d+)`) })

// shifted returns hunks of a diff further down by a number of lines.
func shifted(hunks string, by int) string {
	if by == 0 {
		return hunks
	}
	return hunk().ReplaceAllStringFunc(hunks, func(header string) string {
		parts := hunk().FindStringSubmatch(header)
		line := func(text string) int {
			n, _ := strconv.Atoi(text) // a number of ours
			return n + by
		}
		return fmt.Sprintf("@@ -%d%s +%d", line(parts[1]), parts[2], line(parts[3]))
	})
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
