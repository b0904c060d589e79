package ls

import (
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Place describes the part of a document at a byte offset, for requests about a
// position.
type Place struct {
	View
	offset int // in the document
	// call is the call that contains or touches the offset, or nil. If it is nil, the
	// fields below are not set.
	call  *diagnostics.DocumentCall
	block *xmlcall.Block
	// at is the offset in the text of the block's segment.
	at int
	// token is the token that contains at, or the last token at the end of the block.
	token xmlcall.TokenID
	// element is the innermost element around at, including its tags, or NoElement.
	element xmlcall.ElementID
	tool    *toolspec.Tool // nil if it is not known
}

// A View is a document as an editor shows it.
type View struct {
	doc  *diagnostics.Document
	file string // the path of the document, "" if it is not a file
}

// ViewOf returns the view of a document, whose path is "" if it is not a file.
func ViewOf(doc *diagnostics.Document, file string) View { return View{doc, file} }

// Place returns the place of an offset of the document.
func (a View) Place(offset int) *Place {
	p := &Place{View: a, offset: offset, element: xmlcall.NoElement}
	for call := range a.doc.CallsIn(offset, offset) {
		if at, ok := call.Segment.TextOffset(offset - call.Shift); ok {
			p.enter(&call, at)
		}
		if offset < call.Shift+call.Span.End { // otherwise the next call may start here
			break
		}
	}
	return p
}

// touching returns the findings that touch a range, as a cursor after the last character of one does.
func (a View) touching(start, end int) (found []diagnostics.Finding) {
	for f := range a.doc.DiagnosticsNear(start, end) {
		if span := f.Place(f.Span); span.Start <= end && span.End >= start {
			found = append(found, f)
		}
	}
	return found
}

// enter sets the facts about the call.
func (p *Place) enter(call *diagnostics.DocumentCall, at int) {
	p.call, p.block, p.at = call, call.Block(), at
	p.tool = p.doc.Options().Toolset().Of(p.block)
	tokens := p.block.Tokens
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Span().End > at })
	p.token = xmlcall.TokenID(min(i, len(tokens)-1))
	if len(tokens) > 0 && at <= p.block.Span.End {
		p.element = tokens[p.token].Element()
	}
}

// inDocument returns the span in the document of one of the place's block.
func (p *Place) inDocument(span xmlcall.Span) xmlcall.Span { return placeOf(p.call, span) }

// placeOf returns the span in the document of one of a call's block.
func placeOf(call *diagnostics.DocumentCall, span xmlcall.Span) xmlcall.Span {
	return call.Place(call.Segment.FileSpan(span))
}

// moved returns a span shifted by a number of bytes.
func moved(s xmlcall.Span, by int) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + by, End: s.End + by}
}

// line returns the 1-based line of a byte offset of the file of the call.
func (p *Place) line(offset int) int { return 1 + p.lineOf(offset+p.call.Shift) }

// InCall reports whether the place is in a call.
func (p *Place) InCall() bool { return p.call != nil }

// Tool returns the tool that the call at the place names, except in a value; nil if it is not
// known.
func (p *Place) Tool() *toolspec.Tool {
	if p.call == nil || len(p.tagNames()) == 0 && pathOf(p.block, p.element) != nil {
		return nil
	}
	return p.tool
}

// Link returns the path that the place is in; "" if it is not in one.
func (p *Place) Link() string {
	if p.call == nil || p.element == xmlcall.NoElement {
		return ""
	}
	e, a := p.block.Element(p.element), argument(p.tool, p.block, p.element)
	if a == nil || !a.HoldsPath() || e.HasChildren() || e.Content().Len() == 0 {
		return ""
	}
	path, span := strings.TrimSpace(e.Text()), e.Content()
	if inner := p.block.Tokens[e.First()+1]; inner.Kind() == xmlcall.CDATA && inner.Span() == span {
		span = inner.Inner()
	}
	span = syntax.Trim(p.block.Text, span)
	if strings.ContainsAny(path, "\r\n") || p.at < span.Start || p.at > span.End {
		return ""
	}
	return path
}

// argument returns the argument that the tool of a call reads in an element, or nil if
// it ignores the element, or the tool is not known.
func argument(tool *toolspec.Tool, block *xmlcall.Block, id xmlcall.ElementID) *toolspec.Argument {
	if id == xmlcall.NoElement {
		return nil
	}
	return tool.Elements(block)[id]
}

// isArguments reports whether an element is the one whose children are the arguments of
// the call.
func isArguments(block *xmlcall.Block, id xmlcall.ElementID) bool {
	return id != xmlcall.NoElement && id == block.Arguments()
}

// pathOf returns the local names of the elements around one below the arguments, from the outside
// in, and its own; nil for one that is not below them.
func pathOf(block *xmlcall.Block, id xmlcall.ElementID) []string {
	var names []string
	for ; id != xmlcall.NoElement; id = block.Element(id).Parent() {
		if isArguments(block, id) {
			slices.Reverse(names)
			return names
		}
		names = append(names, block.Element(id).Local())
	}
	return nil
}

// nameIn returns the place of the name in a tag.
func nameIn(block *xmlcall.Block, tag xmlcall.Span) (name xmlcall.Span, ok bool) {
	if tag.Len() == 0 {
		return xmlcall.Span{}, false
	}
	return syntax.TagName(block.Text, tag.Start+1)
}

// TagNames returns the places in the document of the name in the tags of the element with a
// tag at the place, and whether the names are equal.
func (p *Place) TagNames() (places []xmlcall.Span, equal bool) {
	names := p.tagNames()
	for _, name := range names {
		places = append(places, p.inDocument(name))
	}
	return places, len(names) == 2 && p.block.Slice(names[0]) == p.block.Slice(names[1])
}

// tagNames returns the places of the name in the tags of the element with a tag at the
// place: two, or one if it has no end tag, or none elsewhere.
func (p *Place) tagNames() []xmlcall.Span {
	if p.element == xmlcall.NoElement {
		return nil
	}
	element := p.block.Element(p.element)
	in := func(tag xmlcall.Span) bool { return tag.Start < p.at && p.at < tag.End }
	if !in(element.Start()) && !in(element.End()) {
		return nil
	}
	var names []xmlcall.Span
	for _, tag := range []xmlcall.Span{element.Start(), element.End()} {
		if name, ok := nameIn(p.block, tag); ok {
			names = append(names, name)
		}
	}
	return names
}
