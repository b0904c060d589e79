package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// Relevant reports whether a text of a kind may contain anything to report on: a tag named tool,
// escaped or not, a comment addressed to this program, in what agents write a call in the text format of another model, or,
// in JSON, a native one.
func Relevant(text string, kind Kind) bool {
	if kind.Labelled() && transcript.Candidate(text) >= 0 {
		return true
	}
	if kind == JSON || kind.Source() { // programs also have the escapes of JSON
		switch {
		case kind == JSON:
			return transcript.Candidate(text) >= 0 || transcript.HasNative(text)
		case transcript.HasTool(text):
			return true
		}
	}
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '<')
		if n < 0 {
			_, escaped := syntax.FindEscapedTool(text, 0)
			return escaped || indexDirective(text) >= 0 // usually there is a tag long before
		}
		i += n
		if name := strings.TrimPrefix(text[i+1:], "/"); len(name) >= len("tool") && startsTool(name) {
			return true
		}
	}
}

// startsTool reports whether a text starts with "tool", in any case, with a prefix or
// without, or may if it continues.
func startsTool(text string) bool {
	const maxPrefix = 32 // bytes; at least as much as for a tag
	if startsPlain(text) {
		return true
	}
	n := strings.IndexByte(text[:min(len(text), maxPrefix)], ':')
	if n < 0 {
		return len(text) < maxPrefix && !strings.ContainsAny(text, "<> \t\r\n=/")
	}
	return startsPlain(text[n+1:])
}

func startsPlain(text string) bool {
	n := min(len(text), len("tool"))
	return strings.EqualFold(text[:n], "tool"[:n])
}
