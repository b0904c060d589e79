package ls

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
)

// A NotedText is a text to be copied.
type NotedText struct {
	Text string `json:"text"` // "" where there is none
	Note string `json:"note"` // information for the person who requested it
}

// Fixed returns the call at the place with all certain fixes, without the text that
// the file wraps around it, for copying; nil where there is none.
func (p *Place) Fixed() *NotedText {
	if p.call == nil {
		if c := p.aside(); c != nil && c.native != nil {
			return &NotedText{Note: "What is suggested for this native call is at its findings."}
		}
		return nil
	}
	fixed := p.fixed()
	switch {
	case fixed == nil && p.Fix() != nil:
		return nil // the fix removes the call
	case fixed == nil && p.call.Outcome() == diagnostics.Runs:
		return &NotedText{p.call.Source(), "Nothing to fix: the call runs as written."}
	case fixed == nil:
		return &NotedText{Note: uncertain}
	}
	if note := notable(fixed.call.Call); note != "" {
		return &NotedText{fixed.call.Source(), "The fixed call does not run as written yet: " + note + "."}
	}
	return &NotedText{fixed.call.Source(), "The fixed call runs as written."}
}

// fixed returns the start of the call in the document in which all that is certain is fixed in it; nil if that is
// nothing, or removes the call.
func (p *Place) fixed() *Place {
	fix := p.Fix()
	if fix == nil {
		return nil
	}
	doc := p.doc
	for _, e := range slices.Backward(fix.Edits) {
		doc = doc.Edit(e.Span.Start, e.Span.End, e.Text)
	}
	if fixed := ViewOf(doc, p.file).Place(p.call.Shift + p.call.Span.Start); fixed.call != nil {
		return fixed
	}
	return nil
}

// Correction returns what an agent's loop would tell the model about a call that did not run as
// meant; nil where there is none.
func (p *Place) Correction() *NotedText {
	switch c := p.aside(); {
	case c == nil:
	case c.native != nil:
		return &NotedText{Note: "No message for the model: its agent answers native calls."}
	case c.outcome != diagnostics.Ignored:
		return &NotedText{Note: "No message for the model: another runtime answers this call."}
	default:
		return &NotedText{Text: feedback.OfLeak(c.text.TextCall, 1)}
	}
	if p.call == nil {
		return nil
	}
	if c, ok := feedback.CorrectionOf(p.doc, *p.call, feedback.Budget); ok {
		return &NotedText{Text: c.Text}
	}
	if p.call.Outcome() >= diagnostics.Altered {
		return &NotedText{Note: "No message for the model: this call has no errors."}
	}
	return &NotedText{Note: "No message for the model: the call runs as meant."}
}
