package filetools

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/linediff"
)

// visible shows white space.
var visible = strings.NewReplacer(" ", "·", "\t", "→", "\r", "␍", "\n", "⏎", "\u00A0", "⍽")

// tokens are what a diff compares.
var tokens = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\pL\pN_]+|·+|→+|&[#\w]+;|.`)
})

// maxShown is how many bytes of a diff are shown, maxDiffed how many of each text are compared, and kept how many words
// are shown around a change.
const maxShown, maxDiffed, kept = 240, 16 << 10, 10

// marks are around what is only in one of two texts.
var marks = map[string][2]string{"-": {"[-", "-]"}, "+": {"{+", "+}"}, linediff.Gap: {"…", ""}}

// Diff returns a diff of two texts by words, with white space shown: [-what is searched for-] and
// {+what the file has+}, between a few words that are in both. It is cut after the first differences, and has no line ends.
func Diff(search, passage string) string {
	words := func(text string) string {
		return strings.Join(tokens().FindAllString(visible.Replace(text[:min(len(text), maxDiffed)]), -1), "\n")
	}
	var b strings.Builder
	sign := " "
	for _, word := range linediff.Between(words(search), words(passage), kept) {
		if word.Sign != sign {
			b.WriteString(marks[sign][1] + marks[word.Sign][0])
			sign = word.Sign
		}
		if left := maxShown - b.Len(); len(word.Text) > left {
			b.WriteString(strings.ToValidUTF8(word.Text[:max(left, 0)], "") + "…")
			break
		}
		b.WriteString(word.Text)
	}
	return b.String() + marks[sign][1]
}

// Line returns the 1-based line of an offset.
func Line(text string, at int) int { return 1 + strings.Count(text[:min(at, len(text))], "\n") }

// Context returns the lines that make a place of a text unique, with the fewest of them before and
// after it: what is searched for with them occurs once. ok is false if that takes more than ten.
func Context(text string, at, length int) (before, after string, lines int, ok bool) {
	start, end := at, at+length
	back, on := start, end
	for n := 1; n <= 10; n++ { // first to the start and the end of their own lines
		back = strings.LastIndexByte(text[:max(0, back-1)], '\n') + 1
		line, _, _ := strings.Cut(text[min(len(text), on+1):], "\n")
		on = min(len(text), on+1+len(line))
		for _, s := range [...][2]int{{back, end}, {start, on}, {back, on}} {
			if strings.Count(text, text[s[0]:s[1]]) == 1 {
				return text[s[0]:start], text[end:s[1]], n, true
			}
		}
	}
	return "", "", 0, false
}

// Explain returns where a passage is that is the nearest to a text that is not found, and what differs,
// as a phrase.
func (r *Result) Explain(f *Finding, n Near) string {
	from, to := r.Line(f, n.Start), r.Line(f, max(n.Start, n.End-1))
	where, differs := fmt.Sprintf("nearest: line %d", from), ", which differs in "
	if to > from {
		where, differs = fmt.Sprintf("nearest: lines %d to %d", from, to), ", which differ in "
	}
	diff := ": `" + Diff(f.Search, f.Text[n.Start:n.End]) + "`"
	switch {
	case len(n.Reasons) == 0 || n.Reasons[0] == Words:
		return where + diff
	case n.Reasons[0] == Elided:
		return where + "; a line such as `...` represents no others, so write them all"
	case n.Reasons[0] == LineEnds:
		return where + ", which end with CR LF; write the CR as `&#13;`"
	}
	var words []string
	for _, r := range n.Reasons[:min(len(n.Reasons), 3)] {
		words = append(words, string(r))
	}
	return where + differs + strings.Join(words, " and ") + diff
}
