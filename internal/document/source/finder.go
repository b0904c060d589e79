package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A finder finds the strings of a program.
type finder struct {
	text     string
	relevant func(string) bool
	grammar  *grammar
	depth    int // of computed parts within computed parts
	file     *File

	values []Span // all literals and comments of a program, all values of a configuration, quotes included
	vain   int    // bytes that were read in vain
}

// maxDepth is the depth of computed parts within computed parts up to which a program is read.
const maxDepth = 100

// places orders the strings, and sets the lines of those that are not nested.
func (r *finder) places() {
	slices.SortStableFunc(r.values, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	slices.SortStableFunc(r.file.Strings, func(a, b String) int { return cmp.Compare(a.Start, b.Start) })
	begin, at := 0, 0
	for i := range r.file.Strings {
		s := &r.file.Strings[i]
		// A line may hold any number of strings.
		if n := strings.LastIndexAny(r.text[at:s.Start], breaks); n >= 0 {
			begin = at + n + 1
		}
		if at = s.Start; s.Line == 0 {
			s.Line = r.line(begin)
		}
	}
}

// line returns [String.Line] for a string on the line that begins at an offset: a comment
// cannot precede a line that starts in a value.
func (r *finder) line(begin int) int {
	i, _ := slices.BinarySearchFunc(r.values, begin, func(v Span, at int) int { return v.Start - at })
	if i > 0 && r.values[i-1].End > begin {
		return -1
	}
	return begin + len(r.text[begin:]) - len(strings.TrimLeft(r.text[begin:], " \t"))
}

// aligned adds a string between two offsets that is not written back, whose notation is between two others.
func (r *finder) aligned(value string, start, end, from, to int) {
	text, _, ok := literal.Aligned(r.text[from:to], from, value)
	if ok {
		r.found(text, value, start, end)
	}
	r.file.Invalid = r.file.Invalid || !ok
}

// found adds a string between two offsets, if it has the expected value.
func (r *finder) found(text *literal.Text, want string, start, end int) {
	if text.String() != want {
		r.file.Invalid = true
		return
	}
	r.file.Strings = append(r.file.Strings, String{Text: text, Start: start, End: end})
}
