package plural

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
)

// TestOdd calls everything with odd names.
func TestOdd(t *testing.T) {
	odd.Calls(t, []any{IsItem, Item, Singular}, nil, "", "s", "\xffs", "ES", "_s")
}
