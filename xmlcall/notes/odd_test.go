package notes

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOdd finds the notes on blocks without a call.
func TestOdd(t *testing.T) {
	odd.Calls(t, []any{Of}, nil,
		&xmlcall.Block{}, xmlcall.ParseAt("", 0), xmlcall.ParseAt("abc", 1), xmlcall.ParseAt("<tool>", 0), xmlcall.ParseAt("<Tool a='b'><c", 0),
	)
}
