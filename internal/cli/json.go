package cli

import (
	"encoding/json"
	"io"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// JSONVersion is the version of what --format json prints. Other programs depend on it: an
// incompatible change for a reader of version 1 needs a new version.
const JSONVersion = 1

// WriteJSON writes a line of JSON that a terminal can show.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(foreign.JSON(w))
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
