package lsp

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
)

// nearEdits is the maximum distance, in bytes, of edits that are applied together:
// reading once costs less.
const nearEdits = 1 << 10

// apply returns the document of the text after changes of the document's text.
func apply(d *diagnostics.Document, changes text.Changes, t text.Text) *diagnostics.Document {
	for _, e := range slices.Backward(changes.Edits(t)) { // the offsets before it are unaffected
		d = d.Edit(e.Start, e.End, e.Text)
	}
	return d
}
