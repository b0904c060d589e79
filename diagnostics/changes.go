package diagnostics

import (
	"math"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A change is the replacement of the bytes from start to end of a text by length others.
type change struct{ start, end, length int }

// changes are the changes from one text to another, in order and apart from each other.
type changes []change

// then returns the changes from the text that c starts from to the one after edits, sorted and disjoint, of
// the text that c leads to. Changes that touch become one.
func (c changes) then(next []Edit) changes {
	all := make(changes, 0, len(c)+len(next))
	shift := 0 // from the text that c starts from to the intermediate text, at its next change
	for len(c) > 0 || len(next) > 0 {
		start := math.MaxInt // in the intermediate text, as is end
		if len(c) > 0 {
			start = c[0].start + shift
		}
		if len(next) > 0 {
			start = min(start, next[0].Span.Start)
		}
		first, end, grown := start-shift, start, 0
		for {
			if len(c) > 0 && c[0].start+shift <= end {
				end = max(end, c[0].start+shift+c[0].length)
				shift += c[0].length - (c[0].end - c[0].start)
				c = c[1:]
			} else if len(next) > 0 && next[0].Span.Start <= end {
				end = max(end, next[0].Span.End)
				grown += len(next[0].Text) - (next[0].Span.End - next[0].Span.Start)
				next = next[1:]
			} else {
				break
			}
		}
		all = append(all, change{first, end - shift, end - start + grown})
	}
	return all
}

// edits returns the changes as edits of the text that they start from. after is the text that they lead to.
func (c changes) edits(after string) []Edit {
	var edits []Edit
	shift := 0
	for _, change := range c {
		at := change.start + shift
		edits = append(edits, Edit{Span: xmlcall.Span{Start: change.start, End: change.end}, Text: after[at : at+change.length]})
		shift += change.length - (change.end - change.start)
	}
	return edits
}
