package ls

import (
	"iter"
	"math"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Hint is what an editor shows in the text of a call.
type Hint struct {
	Offset  int // in the document
	Label   string
	Subject int  // an offset in the tag of its subject
	Verdict bool // whether it is about the call
}

// Hints yields the hints between two offsets of a document, for each call by position: the types
// of values that are not strings, and after a call its outcome if it does not run as written.
func Hints(doc *diagnostics.Document, start, end int) iter.Seq[Hint] {
	return func(yield func(Hint) bool) {
		for call := range doc.CallsIn(start, end) {
			block := call.Block()
			r := receptionOf(call.Call, block, doc.Options().Toolset().Of(block))
			for _, h := range r.hints(call.Call, start-call.Shift, end-call.Shift) {
				h.Offset, h.Subject = h.Offset+call.Shift, h.Subject+call.Shift
				if !yield(h) {
					return
				}
			}
		}
	}
}

// hints returns the hints of a call between two offsets of its document, by position.
func (r *reception) hints(call *diagnostics.Call, start, end int) []Hint {
	var all []Hint
	in := func(offset int) bool { return offset >= start && offset <= end }
	for id, element := range r.block.Elements() {
		name, ok := syntax.TagName(r.block.Text, element.Start().Start+1)
		if !ok {
			continue
		}
		place := call.Segment.FileSpan(name)
		if !in(place.End) || tooDeep(r.block, id) {
			continue
		}
		if typ := r.typeHint(id); typ != "" {
			all = append(all, Hint{Offset: place.End, Label: ": " + typ, Subject: place.Start})
		}
	}
	if what := notable(call); what != "" && r.block.NumElements() > 0 {
		last := syntax.Trim(r.block.Text, r.block.Span).End // an unclosed one extends to the next text
		tag := r.block.Element(r.block.Envelope()).Start()
		if offset := call.Segment.FileEnd(last); in(offset) {
			all = append(all, Hint{offset, what, call.Segment.FileSpan(tag).Start, true})
		}
	}
	return all
}

// maxHintDepth is the maximum depth of elements with hints. Calls of tools have five levels; a
// text can have a million.
const maxHintDepth = 64

// tooDeep reports whether an element is deeper than that.
func tooDeep(block *xmlcall.Block, id xmlcall.ElementID) bool {
	for range maxHintDepth {
		if id == xmlcall.NoElement {
			return false
		}
		id = block.Element(id).Parent()
	}
	return true
}

// typeHint returns the type of an element's value, or "" for a string, for a value that does
// not arrive, and for the items of a list, whose type includes theirs.
func (r *reception) typeHint(id xmlcall.ElementID) string {
	of, a := r.Of(id), r.argument(id)
	outer := r.argument(r.block.Element(id).Parent())
	if !of.Fate.Arrives() && of.Fate != toolspec.Refused || outer != nil && outer.Kind == toolspec.List {
		return ""
	}
	typ := r.typeOf(id)
	if a != nil && a.Kind.Scalar() && of.Fate != toolspec.Refused && strings.TrimSpace(r.text(id)) != "" {
		typ = inferredType(of.Value)
	}
	if typ == toolspec.String.String() {
		return ""
	}
	return typ
}

// Hint returns the hint whose subject is the place, and what it tells in full; ok is false if
// there is none.
func (p *Place) Hint(verdict bool, f Format) (h Hint, about string, ok bool) {
	if p.call == nil {
		return h, "", false
	}
	r := p.reception()
	for _, h := range r.hints(p.call.Call, 0, math.MaxInt) {
		if h.Verdict != verdict || h.Subject+p.call.Shift != p.offset {
			continue
		}
		h.Offset, h.Subject = h.Offset+p.call.Shift, p.offset
		m := newMarkup(f)
		if verdict {
			m.items(p.verdicts(m))
		} else {
			p.describeType(m, r)
		}
		return h, m.content(), true
	}
	return h, "", false
}

// describeType writes the description of the element at the place.
func (p *Place) describeType(m *markup, r *reception) {
	if a := r.argument(p.element); a != nil {
		m.argument(a, p.tool.Name)
		m.rule()
	}
	v := r.value(p.element, p.block.Element(p.element).Local())
	r.describe(m, &v, inHover)
}
