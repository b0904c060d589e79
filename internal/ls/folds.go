package ls

import (
	"iter"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Fold is a part of a call that can be folded.
type Fold struct {
	Span    xmlcall.Span // in the document
	Tagged  bool         // whether it ends with an end tag, which stays visible
	Comment bool
}

// Folds yields the parts of a call that can be folded: itself, the elements in it, and its comments.
func Folds(call diagnostics.PlacedCall) iter.Seq[Fold] {
	return func(yield func(Fold) bool) {
		block := call.Block()
		for _, element := range block.Elements() {
			if !yield(Fold{Span: call.Place(call.Segment.FileSpan(element.Span())), Tagged: element.End().Len() > 0}) {
				return
			}
		}
		for _, token := range block.Tokens {
			if token.Kind() == xmlcall.Comment && !yield(Fold{Span: call.Place(call.Segment.FileSpan(token.Span())), Comment: true}) {
				return
			}
		}
	}
}
