package lsp

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
)

// nearEdits is how far apart, in bytes, edits may be to be made together: reading once
// costs less.
const nearEdits = 1 << 10

// apply returns the document of the text that changes of the document's text lead to.
func apply(d *diagnostics.Document, changes text.Changes, t text.Text) *diagnostics.Document {
	for _, e := range slices.Backward(changes.Edits(t)) { // the offsets before it stay
		d = d.Edit(e.Start, e.End, e.Text)
	}
	return d
}
