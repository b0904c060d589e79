// Package prompt checks the tools and arguments that a prompt describes against their definitions.
//
//	text.go                the prose of a prompt: headings, list items, paragraphs
//	described.go           the tools that a prompt describes
//	described_argument.go  the names of their arguments
//	mention.go             tools that sentences name
//	drift.go               what differs from the definitions
//
// A prompt is read without its calls, which are checked like those of any document. What is not certain to
// be about tools is not reported. All spans are half-open byte offsets, 0-based, into the text of the prompt.
package prompt

import (
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Drift is the code of the rule about the findings of [Check], in package rules.
const Drift = "prompt-drift"

// Check returns the findings about a prompt. calls are the spans of its calls, by position; they do not
// overlap.
func Check(text string, calls []xmlcall.Span, tools *toolspec.Set) []rules.Report {
	p := read(text, calls)
	return p.drift(p.tools(tools), tools)
}
