package main

import (
	"encoding/json"
	"io"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// jsonVersion is the version of what --format json prints. Other programs depend on it: an
// incompatible change for a reader of version 1 needs a new version.
const jsonVersion = 1

// writeJSON writes a line of JSON that a terminal can show.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(foreign.JSON(w))
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
