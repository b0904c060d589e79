package ls

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
)

// Correction returns what an agent's loop would tell the model about a call that did not run as
// meant; nil where there is none.
func (p *Place) Correction() *NotedText {
	if c := p.other(); c != nil {
		if c.Outcome != diagnostics.Ignored {
			return &NotedText{Note: "No message for the model: another runtime answers this call."}
		}
		return &NotedText{Text: feedback.OfLeak(c.TextCall, 1)}
	}
	if p.call == nil {
		if p.native() != nil {
			return &NotedText{Note: "No message for the model: its agent answers native calls."}
		}
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
