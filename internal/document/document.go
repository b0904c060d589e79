package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readDocument finds the segments and directives of a document, or of a chunk of one. The text is in another one, or is that of
// the file.
func readDocument(text string, in *literal.Text, from *Context) *File {
	f := &File{Text: text, Kind: Document}
	list, filled := openers(text, from.Knows)
	directed := strings.Contains(text, directiveMark)
	if len(list) == 0 && !directed {
		return f
	}
	forge := from.Forge || from.Labels == nil && slices.ContainsFunc(list, func(o opener) bool { return o.miss == noMiss })
	blocks := blocksOf(text, list, from.State.fence)
	d := &callFinder{
		text: text, plain: covered(text, blocks.masked, ' '), outline: &blocks.outline,
		spans: map[int][]xmlcall.Span{}, ledLeaf: -1, headings: from.Headings,
	}
	d.findComments()
	var segments []Segment
	index := map[origin]int{}
	for _, o := range list {
		if o.start < d.done {
			continue
		}
		where, ok := d.judge(o)
		if !ok {
			continue
		}
		lead := d.lead(o.start)
		if d.done = o.blockEnd; o.other && lead.Inside != "" {
			lead.Before = "" // it may be in another chunk
		}
		if lone := o.miss > noMiss && o.close == o.end; lone || !from.takes(o.miss, forge) {
			if lone || o.miss == holdsCall && !from.Foreign {
				f.Misshapen = append(f.Misshapen, xmlcall.Span{Start: o.start, End: o.end})
			}
			continue
		}
		i, known := index[where]
		if !known {
			i = len(segments)
			index[where] = i
			segments = append(segments, d.segment(where))
		}
		start, ok := segments[i].literal.Find(o.start)
		if ok && !o.other { // the '>' that ended the tag in the file may be a quote mark, which the text does not hold
			_, ok = tagAt(segments[i].Text, start)
		}
		if !ok {
			continue
		}
		segments[i].Starts = append(segments[i].Starts, start)
		segments[i].LeadIns = append(segments[i].LeadIns, lead)
	}
	f.Segments = slices.DeleteFunc(segments, func(s Segment) bool { return len(s.Starts) == 0 })
	for i := range f.Segments {
		s := &f.Segments[i]
		s.fill(filled)
		s.literal = s.literal.Within(in)
		s.Starts = slices.Clone(s.Starts) // without room for more
		for k := range s.LeadIns {
			if l := &s.LeadIns[k]; l.line >= 0 {
				l.line = in.Offset(l.line)
			}
		}
	}
	if directed {
		f.Directives = d.directives(func(leaf int) bool {
			_, holds := index[origin{leaf, d.outline.leaves[leaf].box}]
			return holds
		})
	}
	return f
}

// takes reports whether a block is a call of Forge, for all that is known of the text; forge reports whether it has another one.
func (c *Context) takes(m miss, forge bool) bool {
	return m == noMiss || m == namesTool || c.Prompt || forge && !c.Foreign
}

// fill sets the places of the text that a template fills in, of those of the document.
func (s *Segment) fill(filled []xmlcall.Span) {
	from, _ := slices.BinarySearchFunc(filled, s.FileOffset(0), func(p xmlcall.Span, at int) int { return p.Start - at })
	to := s.FileOffset(len(s.Text))
	for _, p := range filled[from:] {
		if p.Start >= to {
			return
		}
		start, ok := s.literal.Find(p.Start)
		last, whole := s.literal.Find(p.End - 1)
		if p = (xmlcall.Span{Start: start, End: last + 1}); !ok || !whole {
			continue
		}
		if isTemplateComment(s.Text[p.Start:p.End]) {
			s.Computed = append(s.Computed, p)
		} else {
			s.Placeholders = append(s.Placeholders, p)
		}
	}
}
