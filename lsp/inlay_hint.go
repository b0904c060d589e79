package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// inlayHint answers textDocument/inlayHint: for the calls in the range the types of values
// that are not strings, and after a call its outcome if it does not run as written.
func (s *server) inlayHint(ctx context.Context, sn *snapshot, p *rangeParams) ([]protocol.InlayHint, error) {
	if sn == nil {
		return []protocol.InlayHint{}, nil // closed meanwhile
	}
	start, end, err := p.Range.span(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	return s.hintsIn(ctx, sn, doc, start, end), ctx.Err()
}

// hintsIn returns the hints between two offsets of a document.
func (s *server) hintsIn(ctx context.Context, sn *snapshot, doc *diagnostics.Document, start, end int) []protocol.InlayHint {
	hints := []protocol.InlayHint{}
	at := newCounter(sn.text, s.client.encoding)
	for call, shift := range doc.CallsIn(start, end) {
		if ctx.Err() != nil {
			break
		}
		block := call.Block()
		r := receptionOf(call, block, doc.Options().Toolset().Of(block))
		for _, found := range r.hints(call, start-shift, end-shift) {
			hints = append(hints, found.onWire(s, sn, at.of(found.offset+shift), shift))
		}
	}
	return hints
}

// A hint is what an editor shows in the text of a call.
type hint struct {
	offset  int // in the text of the call's document
	label   string
	subject int  // an offset in the tag of its subject
	verdict bool // whether it is about the call
}

// hints returns the hints of a call between two offsets of its document, by position.
func (r *reception) hints(call *diagnostics.Call, start, end int) []hint {
	var all []hint
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
			all = append(all, hint{offset: place.End, label: ": " + typ, subject: place.Start})
		}
	}
	if what := notable(call); what != "" && r.block.NumElements() > 0 {
		last := syntax.Trim(r.block.Text, r.block.Span).End // an unclosed one extends to the next text
		tag := r.block.Element(r.block.Envelope()).Start()
		if offset := call.Segment.FileEnd(last); in(offset) {
			all = append(all, hint{offset, what, call.Segment.FileSpan(tag).Start, true})
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

// hintData is the data of a hint, from which its tooltip is created.
type hintData struct {
	URI     string `json:"uri"`
	Text    uint64 `json:"text"`    // the revision of the text for which the hint was created
	Subject int    `json:"subject"` // a byte offset in the document
	Verdict bool   `json:"verdict,omitempty"`
}

// onWire returns the hint in the form of the protocol. Its subject is counted from shift.
func (h *hint) onWire(s *server, sn *snapshot, at protocol.Position, shift int) protocol.InlayHint {
	wire := protocol.InlayHint{Position: at, Label: protocol.String(h.label)}
	if h.verdict {
		wire.PaddingLeft = new(true)
	} else {
		wire.Kind = protocol.InlayHintKindType
	}
	if s.client.resolvesTooltip {
		data, err := json.Marshal(hintData{string(sn.spelling), sn.revision, h.subject + shift, h.verdict})
		if err == nil { // there are only numbers and a string
			wire.Data = data
		}
	}
	return wire
}

// hintParams is a hint to be resolved. Everything except the data is created again.
type hintParams struct{ data hintData }

func (p *hintParams) key() uri.URI { return canonical(p.data.URI) }

// UnmarshalJSON refuses data that this server does not send.
func (p *hintParams) UnmarshalJSON(raw []byte) error {
	var hint struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &hint); err != nil {
		return err
	}
	if err := json.Unmarshal(hint.Data, &p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from an inlay hint of this server")
	}
	return nil
}

// resolveInlayHint answers inlayHint/resolve with the hint and its tooltip.
func (s *server) resolveInlayHint(ctx context.Context, sn *snapshot, p *hintParams) (*protocol.InlayHint, error) {
	if sn == nil || sn.revision != p.data.Text || p.data.Subject < 0 || p.data.Subject > sn.text.Len() {
		return nil, protocol.ErrContentModified
	}
	a, err := s.around(ctx, sn, p.data.Subject, p.data.Subject)
	if err != nil {
		return nil, err
	}
	at := a.place(p.data.Subject)
	if at.call == nil {
		return nil, protocol.ErrContentModified
	}
	r := at.reception()
	for _, h := range r.hints(at.call, 0, len(at.result.File.Text)) {
		if h.verdict != p.data.Verdict || h.subject+at.base != p.data.Subject {
			continue
		}
		wire := h.onWire(s, sn, positionIn(sn.text, h.offset+at.base, s.client.encoding), at.base)
		m := newMarkup(protocol.MarkupKindMarkdown)
		if h.verdict {
			m.items(at.verdicts(m))
		} else {
			at.describeType(m, r)
		}
		wire.Tooltip = m.content()
		return &wire, nil
	}
	return nil, protocol.ErrContentModified
}

// describeType writes the description of the element at the place.
func (p *place) describeType(m *markup, r *reception) {
	if a := r.argument(p.element); a != nil {
		m.argument(a, p.tool.Name)
		m.rule()
	}
	v := r.value(p.element, p.block.Element(p.element).Local())
	r.describe(m, &v, inHover)
}
