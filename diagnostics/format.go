package diagnostics

import (
	"slices"
	"strings"
	"unicode"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Format returns the edits that format the calls that touch the bytes of the text from start to
// end: one element per line, and the content of the arguments indented by two blanks per level.
// Only white space between elements changes, never that in a value. A call is not formatted unless
// that is proven to be safe: not if it does not run, is within another call, whose value it may be,
// shares its lines with other text, or is in a place of the file that cannot have the lines.
//
// Format is idempotent.
func (d *Document) Format(start, end int) []Edit {
	var all []Edit
	for i := max(0, d.at(start)-1); i < len(d.chunks) && d.chunks[i].start <= end; i++ {
		c := &d.chunks[i]
		all = append(all, movedEdits(c.format(start-c.start, end-c.start), c.start)...)
	}
	return all
}

// format returns the edits for the calls of a result that touch the bytes from start to end.
func (r *result) format(start, end int) []Edit {
	var all []rewrite
	for k := range r.Calls {
		c := &r.Calls[k]
		if c.nested || c.Span.Start > end || c.Span.End < start {
			continue
		}
		r.options.interrupt.check()
		if w := r.layOut(k); len(w.edits) > 0 {
			all = append(all, w)
		}
	}
	var edits []Edit
	for _, w := range most(all, func(some []rewrite) bool {
		after, same := r.rewritten(some, func(was, is string) bool { return squeeze(was) == squeeze(is) })
		return same && !slices.ContainsFunc(some, func(w rewrite) bool { return len(after.layOut(w.call).edits) > 0 })
	}) {
		edits = append(edits, w.edits...)
	}
	return edits
}

// layOut returns the rewrite that formats a call, without edits if it is not proven.
func (r *result) layOut(call int) (w rewrite) {
	c := &r.Calls[call]
	if c.outcome == xmlcall.Refused || c.form != xmlcall.Closed || !c.aloneOnItsLines() {
		return w
	}
	block := c.Block()
	before := c.Segment.Text[:c.within.Start]
	indent := before[strings.LastIndexByte(before, '\n')+1:]
	own := layoutOf(block, r.options.Toolset().Of(block)).edits(indent, lineEndAt(block.Text, c.within.Start))
	if len(own) == 0 || !r.readsAlike(call, own) {
		return w
	}
	edits, _ := fileEdits(c.Segment, own)
	// Text before a line that is in the file but not in the segment may be the missing part.
	edits = slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool { return r.File.Text[e.Span.Start:e.Span.End] == e.Text })
	return rewrite{call, own, edits}
}

// aloneOnItsLines reports whether there is only white space before and after the call
// on its lines.
func (c *Call) aloneOnItsLines() bool {
	// Up to the first other text: a line may hold any number of calls.
	before := strings.TrimRight(c.Segment.Text[:c.within.Start], " \t\r") // what the lines of the call can start with, too
	after := strings.TrimLeftFunc(c.Segment.Text[c.within.End:], func(r rune) bool { return r != '\n' && unicode.IsSpace(r) })
	return (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || strings.HasPrefix(after, "\n"))
}

// squeeze returns a text without white space.
func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }
