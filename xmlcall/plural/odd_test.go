package plural

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/odd"
)

// TestOdd calls everything with unusual names.
func TestOdd(t *testing.T) {
	odd.Calls(t, []any{IsItem, Item, Singular}, nil, "", "s", "\xffs", "ES", "_s")
}
