package filetools

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/aymanbagabas/go-udiff"
)

// visible shows white space.
var visible = strings.NewReplacer(" ", "·", "\t", "→", "\r", "␍", "\n", "⏎\n", "\u00A0", "⍽")

// tokens are what a diff compares.
var tokens = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\pL\pN_]+|·+|→+|&[#\w]+;|[^\n]`)
})

// maxShown is how many characters of a diff are shown, and kept how many around a change.
const maxShown, kept = 160, 24

// Diff returns a diff of two texts by words, with white space shown: [-what is searched for-] and
// {+what the file has+}. It is cut after the first differences, and has no line ends.
func Diff(search, passage string) string {
	split := func(text string) string {
		var b strings.Builder
		for _, l := range strings.SplitAfter(text, "\n") {
			b.WriteString(strings.Join(tokens().FindAllString(visible.Replace(l), -1), "\n") + "\n")
		}
		return b.String()
	}
	const most = 16 << 10
	old, text := split(search[:min(len(search), most)]), split(passage[:min(len(passage), most)])
	joined := func(s string) string { return strings.ReplaceAll(s, "\n", "") }
	var b strings.Builder
	at := 0
	for _, e := range udiff.Lines(old, text) {
		around := []rune(joined(old[at:e.Start]))
		if n := len(around) - kept; b.Len() == 0 && n > 0 {
			around = append([]rune("…"), around[n:]...)
		} else if n > kept {
			around = append(append(around[:kept:kept], '…'), around[n:]...)
		}
		b.WriteString(string(around))
		if gone := joined(old[e.Start:e.End]); gone != "" {
			b.WriteString("[-" + gone + "-]")
		}
		if added := joined(e.New); added != "" {
			b.WriteString("{+" + added + "+}")
		}
		at = e.End
		if b.Len() > maxShown {
			break
		}
	}
	rest := []rune(joined(old[at:]))
	if len(rest) > kept {
		rest = append(rest[:kept:kept], '…')
	}
	shown := []rune(b.String() + string(rest))
	if len(shown) > 2*maxShown {
		shown = append(shown[:2*maxShown], '…')
	}
	return string(shown)
}

// Line returns the 1-based line of an offset.
func Line(text string, at int) int { return 1 + strings.Count(text[:min(at, len(text))], "\n") }

// maxContext is how many lines are added to a text to make it unique.
const maxContext = 10

// Context returns the lines that make a place of a text unique, with the fewest of them before and
// after it: what is searched for with them occurs once. ok is false if that takes more than ten.
func Context(text string, at, length int) (before, after string, lines int, ok bool) {
	start, end := at, at+length
	back, on := start, end
	for n := 1; n <= maxContext; n++ { // first to the start and the end of their own lines
		back = strings.LastIndexByte(text[:max(0, back-1)], '\n') + 1
		if next := min(len(text), on+1); strings.IndexByte(text[next:], '\n') >= 0 {
			on = next + strings.IndexByte(text[next:], '\n')
		} else {
			on = len(text)
		}
		for _, s := range [...][2]int{{back, end}, {start, on}, {back, on}} {
			if Once(text, text[s[0]:s[1]]) {
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
		words = append(words, r.String())
	}
	return where + differs + strings.Join(words, " and ") + diff
}
