package prompt

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Size is how long the description of a tool in a prompt is, in bytes: what a model reads in each request.
type Size struct {
	Tool  string
	Bytes int
}

// Sizes returns the sizes of the descriptions of tools in a prompt, by position. calls are as for [Check].
func Sizes(text string, calls []xmlcall.Span, tools *toolspec.Set) (list []Size) {
	for _, t := range read(text, calls).tools(tools) {
		list = append(list, Size{t.name, t.to - t.from})
	}
	return list
}
