package lsp

import (
	"context"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A notedText is a text to be copied.
type notedText struct {
	Text string `json:"text"` // "" where there is none
	Note string `json:"note"` // information for the person who requested it
}

// fixedCall answers forge/fixedCall: a call with all certain fixes, without the text that
// the file wraps around it, for copying.
func (s *server) fixedCall(_ context.Context, at *place) (*notedText, error) {
	if at.call == nil {
		return nil, nil
	}
	fix := at.fixAt(at.offset)
	switch {
	case fix != nil:
	case at.call.AsWritten():
		return &notedText{at.call.Source(), "Nothing to fix: the call runs as written."}, nil
	default:
		return &notedText{Note: uncertain}, nil
	}
	fixed := at.after(fix)
	if fixed.call == nil {
		return nil, nil // the fix removed the call
	}
	if note := notable(fixed.call); note != "" {
		return &notedText{fixed.call.Source(), "The fixed call does not run as written yet: " + note + "."}, nil
	}
	return &notedText{fixed.call.Source(), "The fixed call runs as written."}, nil
}

// after returns the start of the call in the document after a fix.
func (p *place) after(fix *diagnostics.Fix) *place {
	doc, start := p.doc, p.base+p.call.Span.Start
	for _, e := range slices.Backward(movedEdits(fix.Edits, p.base)) {
		doc = doc.Edit(e.Span.Start, e.Span.End, e.Text)
	}
	result, base := doc.Around(start, start)
	return stretch{sn: p.sn, doc: doc, result: result, base: base, units: p.units}.place(start)
}
