package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// codeSpans returns the code spans of a leaf, backticks included, by position.
func (d *document) codeSpans(leaf int) []xmlcall.Span {
	spans, known := d.spans[leaf]
	if !known {
		l := &d.outline.leaves[leaf]
		spans = codeSpans(d.text[:l.end], l.start, d.masked)
		d.spans[leaf] = spans
	}
	return spans
}

// codeSpans returns the code spans in the paragraph that a text ends with, and that starts
// at an offset: from a run of backticks to the next run of the same length, outside of the
// masked calls. A backslash before a run takes its first backtick away, but only outside a
// code span.
func codeSpans(s string, start int, masked []xmlcall.Span) []xmlcall.Span {
	var runs []xmlcall.Span
	var byLength map[int][]int // indexes of runs, by length
	for i := start; ; {
		n := strings.IndexByte(s[min(i, len(s)):], '`')
		if n < 0 {
			break
		}
		i += n
		if call, ok := spanAround(masked, i); ok {
			i = call.End
			continue
		}
		run := xmlcall.Span{Start: i}
		for i < len(s) && s[i] == '`' {
			i++
		}
		run.End = i
		if byLength == nil {
			byLength = map[int][]int{}
		}
		byLength[run.Len()] = append(byLength[run.Len()], len(runs))
		runs = append(runs, run)
	}
	var spans []xmlcall.Span
	for i := 0; i < len(runs); i++ {
		open := runs[i]
		before := s[start:open.Start]
		if slashes := len(before) - len(strings.TrimRight(before, `\`)); slashes%2 == 1 {
			open.Start++
		}
		if open.Len() == 0 {
			continue
		}
		// Earlier runs are never looked up again, so each is skipped once.
		same := byLength[open.Len()]
		for len(same) > 0 && same[0] <= i {
			same = same[1:]
		}
		byLength[open.Len()] = same
		if len(same) > 0 {
			i = same[0]
			spans = append(spans, xmlcall.Span{Start: open.Start, End: runs[i].End})
		}
	}
	return spans
}
