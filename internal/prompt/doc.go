// Package prompt checks what a prompt tells a model against what happens: the tools and arguments that it
// describes against their definitions, and its advice on writing calls by following it.
//
//	text.go    the prose of a prompt: headings, list items, paragraphs, and their sentences
//	told.go    the tools that a prompt describes
//	told_argument.go  their arguments
//	drift.go   what differs from the definitions
//	mention.go tools that sentences name
//	advice.go  which sentences are advice, and which of it fails or contradicts other advice
//	known.go   the known pieces of advice, in known.txt
//	reason.go  the defects that texts about wrong examples name
//
// A prompt is read without its calls, which are checked like those of any document. What is not certain to
// be about tools is not reported. All spans are half-open byte offsets, 0-based, into the text of the prompt.
package prompt

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// The codes of the rules about prompts, in package rules.
const (
	Example = "prompt-example"
	Drift   = "prompt-drift"
	Advice  = "prompt-advice"
)

// A Finding is a report about a prompt.
type Finding struct {
	Code string
	rules.Report
}

// Check returns the findings about a prompt, by position for each code. calls are the spans of its calls, by
// position; they do not overlap. try follows advice: see [Try].
func Check(text string, calls []xmlcall.Span, tools *toolspec.Set, try Try) []Finding {
	p := read(text, calls)
	told := p.tools(tools)
	return slices.Concat(p.drift(told, tools), p.advice(told, try))
}

// A Description is what a prompt has about a tool, which a model reads in each request.
type Description struct{ Tool, Text string }

// Descriptions returns the descriptions of tools in a prompt, by position. calls are as for [Check].
func Descriptions(text string, calls []xmlcall.Span, tools *toolspec.Set) (list []Description) {
	for _, t := range read(text, calls).tools(tools) {
		list = append(list, Description{t.name, text[t.from:t.to]})
	}
	return list
}
