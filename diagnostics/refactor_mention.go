package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// escapeMention returns the fix that escapes the <tool> of a call of a chunk at an offset in that, and its </tool>, if they
// only mention calls but are read as one: the call has nothing that calls have in it, or swallows the next. There is none if
// anything other than this call would be read differently.
func (d *Document) escapeMention(in *chunk, call, at int) []Fix {
	c := &in.Calls[call]
	block := c.Block()
	offset, ok := c.Segment.TextOffset(at)
	if !ok || !isMention(block) {
		return nil
	}
	tags := []xmlcall.Span{block.Element(0).Start()}
	if end := block.Element(0).End(); block.Envelope() == 0 && end.Len() > 0 {
		tags = append(tags, end)
	}
	if !slices.ContainsFunc(tags, func(tag xmlcall.Span) bool { return tag.Start <= offset && offset <= tag.End }) {
		return nil
	}
	var own []Edit
	for _, tag := range tags {
		own = append(own, Edit{Span: tag, Text: encode.Escape(block.Slice(tag))})
	}
	others := 0
	if block.Envelope() != 0 {
		others = 1 // the call that it swallows
	}
	fix, ok := fixIn(c.Segment, "Escape this mention", own)
	fixes := moved([]Fix{fix}, in.start)
	if !ok || !d.escapesOnly(fixes[0].Edits, in.calls+call, others) {
		return nil
	}
	fixes[0].safe = true
	return fixes
}

// escapesOnly reports whether after edits all calls but one are there as before, with at most so many others in its
// place, and no error, warning or call that is escaped as a whole is new: a mention becomes one if its message has no other.
func (d *Document) escapesOnly(edits []Edit, but, others int) bool {
	after := d.editAll(edits)
	was, is := d.Count(), after.Count()
	if is[Error]+is[Warning] > was[Error]+was[Warning] || after.sum.calls > d.sum.calls-1+others {
		return false
	}
	var left []string // the other calls
	escaped := 0
	for c := range d.Calls() {
		if c.form == xmlcall.Escaped {
			escaped++
		}
		if c.Index != but {
			left = append(left, c.Source())
		}
	}
	for c := range after.Calls() {
		if c.form == xmlcall.Escaped {
			escaped--
		}
		if len(left) > 0 && c.Source() == left[0] {
			left = left[1:]
		}
	}
	return len(left) == 0 && escaped >= 0
}

// isMention reports whether a block is not an intended call: it has no elements except that
// of its <tool>, and no JSON object, or there is another <tool> before any of them.
func isMention(block *xmlcall.Block) bool {
	switch {
	case block.NumElements() == 0 || block.Delimiters == xmlcall.Unrecognized || block.Delimiters == xmlcall.Escaped:
		return false
	case block.Envelope() != 0:
		return true
	}
	content := block.Slice(block.Element(0).Content())
	return block.NumElements() == 1 && !strings.Contains(content, "{")
}
