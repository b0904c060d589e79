package lsp

import (
	"context"
	"sort"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A place describes the part of a document at a byte offset, for requests about a
// position.
type place struct {
	stretch
	offset int // in the document
	// call is the call that contains or touches the offset, or nil. If it is nil, the
	// fields below are not set.
	call  *diagnostics.Call
	block *xmlcall.Block
	// at is the offset in the text of the block's segment.
	at int
	// token is the token that contains at, or the last token at the end of the block.
	token xmlcall.TokenID
	// element is the innermost element around at, including its tags, or NoElement.
	element xmlcall.ElementID
	tool    *toolspec.Tool // nil if it is not known
}

// positionParams are the parameters of a request about a position.
type positionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     wirePosition `json:"position"`
}

func (p *positionParams) key() uri.URI { return p.TextDocument.key() }

// A stretch is the analysis of the stretch of a document around a range.
type stretch struct {
	sn     *snapshot
	doc    *diagnostics.Document
	result *diagnostics.Result
	base   int // start of the stretch in the document
	units  encoding
}

// atPlace calls a function for a place to answer a request about a position. It returns the
// zero value if the document was closed in the meantime.
func atPlace[R any](s *server, answer func(context.Context, *place) (R, error)) func(context.Context, *snapshot, *positionParams) (R, error) {
	return func(ctx context.Context, sn *snapshot, p *positionParams) (none R, err error) {
		if sn == nil {
			return none, nil
		}
		at, err := s.place(ctx, sn, p.Position)
		if err != nil {
			return none, err
		}
		return answer(ctx, at)
	}
}

// around returns the analysis around a range of bytes of a snapshot. It reads only the
// items that the range touches.
func (s *server) around(ctx context.Context, sn *snapshot, start, end int) (stretch, error) {
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return stretch{}, err
	}
	a := stretch{sn: sn, doc: doc, units: s.client.encoding}
	a.result, a.base = doc.Around(start, end)
	return a, nil
}

// place returns the place of a position of a snapshot.
func (s *server) place(ctx context.Context, sn *snapshot, position wirePosition) (*place, error) {
	offset, err := position.in(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	a, err := s.around(ctx, sn, offset, offset)
	if err != nil {
		return nil, err
	}
	return a.place(offset), nil
}

// place returns the place of an offset of the document in the stretch.
func (a stretch) place(offset int) *place {
	p := &place{stretch: a, offset: offset, element: xmlcall.NoElement}
	for i := range a.result.Calls {
		call := &a.result.Calls[i]
		if s := moved(call.Span, a.base); s.Start > offset || offset > s.End {
			continue
		}
		if at, ok := call.Segment.TextOffset(offset - a.base); ok {
			p.enter(call, at)
		}
		if offset < a.base+call.Span.End { // otherwise the next call may start here
			break
		}
	}
	return p
}

// enter sets the facts about the call.
func (p *place) enter(call *diagnostics.Call, at int) {
	p.call, p.block, p.at = call, call.Block(), at
	p.tool = p.doc.Options().Toolset().Of(p.block)
	tokens := p.block.Tokens
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Span().End > at })
	p.token = xmlcall.TokenID(min(i, len(tokens)-1))
	if len(tokens) > 0 && at <= p.block.Span.End {
		p.element = tokens[p.token].Element()
	}
}

// index returns which of the calls of the stretch the place is in, -1 for none.
func (p *place) index() int {
	for i := range p.result.Calls {
		if p.call == &p.result.Calls[i] {
			return i
		}
	}
	return -1
}

// rangeOf returns the range in the document of a span of a call's segment.
func (a stretch) rangeOf(call *diagnostics.Call, span xmlcall.Span) protocol.Range {
	return rangeIn(a.sn.text, moved(call.Segment.FileSpan(span), a.base), a.units)
}

// rangeOf returns the range in the document of a span of the place's block.
func (p *place) rangeOf(span xmlcall.Span) protocol.Range { return p.stretch.rangeOf(p.call, span) }

// argument returns the argument that the tool of a call reads in an element, or nil if
// it ignores the element, or the tool is not known.
func argument(tool *toolspec.Tool, block *xmlcall.Block, id xmlcall.ElementID) *toolspec.Argument {
	if tool == nil || id == xmlcall.NoElement {
		return nil
	}
	return tool.Elements(block)[id]
}

// isArguments reports whether an element is the one whose children are the arguments of
// the call.
func isArguments(block *xmlcall.Block, id xmlcall.ElementID) bool {
	return id != xmlcall.NoElement && id == block.Arguments()
}

// A part is a part of a call.
type part int

const (
	inEnvelope part = iota // tags of the envelope, and text outside the arguments
	inTag                  // a tag of an argument, or inside one
	inValue                // text between these tags
)

// part returns the part of the call that contains the place.
func (p *place) part() part {
	switch {
	case p.path() == "":
		return inEnvelope
	case len(p.tagNames()) > 0:
		return inTag
	}
	return inValue
}

// path returns the names of the elements around the place, from the argument inward; ""
// outside of arguments.
func (p *place) path() string { return pathOf(p.block, p.element) }

// pathOf returns the local names of an element and those around it, from the argument
// inward, each followed by a slash: "edits/edit/search/". It is "" outside arguments.
func pathOf(block *xmlcall.Block, id xmlcall.ElementID) string {
	if id == xmlcall.NoElement {
		return ""
	}
	element := block.Element(id)
	if element.Parent() == xmlcall.NoElement || isArguments(block, id) {
		return ""
	}
	if outer := pathOf(block, element.Parent()); outer != "" || isArguments(block, element.Parent()) {
		return outer + element.Local() + "/"
	}
	return ""
}

// nameIn returns the place of the name in a tag.
func nameIn(block *xmlcall.Block, tag xmlcall.Span) (name xmlcall.Span, ok bool) {
	if tag.Len() == 0 {
		return xmlcall.Span{}, false
	}
	return syntax.TagName(block.Text, tag.Start+1)
}

// tagNames returns the places of the name in the tags of the element with a tag at the
// place: two, or one if it has no end tag, or none elsewhere.
func (p *place) tagNames() []xmlcall.Span {
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
