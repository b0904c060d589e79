package lsp

import (
	"context"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/feedback"
)

// correction answers forge/correction: what an agent's loop would tell the model about a call that
// did not run as meant.
func (s *server) correction(_ context.Context, at *place) (*notedText, error) {
	if leak, _ := at.leaked(); leak != nil {
		return &notedText{Text: feedback.OfLeak(leak)}, nil
	}
	if at.call == nil {
		return nil, nil
	}
	if c, ok := feedback.CorrectionOf(at.result, at.index(), feedback.Budget); ok {
		return &notedText{Text: c.Text}, nil
	}
	if at.call.Outcome() >= diagnostics.Altered {
		return &notedText{Note: "No message for the model: this call has no errors."}, nil
	}
	return &notedText{Note: "No message for the model: the call runs as meant."}, nil
}
