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
// shift is the amount to add to its offsets.
func Folds(call *diagnostics.Call, shift int) iter.Seq[Fold] {
	return func(yield func(Fold) bool) {
		block := call.Block()
		for _, element := range block.Elements() {
			if !yield(Fold{Span: Moved(call.Segment.FileSpan(element.Span()), shift), Tagged: element.End().Len() > 0}) {
				return
			}
		}
		for _, token := range block.Tokens {
			if token.Kind() == xmlcall.Comment && !yield(Fold{Span: Moved(call.Segment.FileSpan(token.Span()), shift), Comment: true}) {
				return
			}
		}
	}
}
