package examples

import (
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/internal/odd"
)

// TestOdd calls everything with odd arguments.
func TestOdd(t *testing.T) {
	odd.Calls(t,
		[]any{ByCall, SignatureOf, SignatureOfLeak, Reported, NewCall, NewLeak, NewExample, Files, IsOwn},
		[]any{&Call{}, &Call{Text: "<tool>\xff", Start: 1, End: 3, Kind: document.Document}, &Call{Signature: Signature{Format: "x"}}, &Signature{}, &Names{}},
		&diagnostics.Result{}, &diagnostics.Call{}, &document.LeakedCall{}, &Call{Text: "<tool></tool>"}, "\xff", -1)
}
