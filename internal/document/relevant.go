package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
)

// Relevant reports whether a text of a kind may contain anything to report on: a tag named tool,
// escaped or not, a comment addressed to this program, in what agents write a call in the text format of another model, or,
// in JSON, a native one.
func Relevant(text string, kind Kind) bool {
	if kind.Labelled() && (transcript.Candidate(text) >= 0 || strings.Contains(text, `"name"`)) {
		return true
	}
	if kind == JSON {
		return transcript.Candidate(text) >= 0 || transcript.HasNative(text)
	}
	return transcript.HasTool(text) || strings.Contains(text, directiveMark)
}
