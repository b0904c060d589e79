package prompt

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Description is what a prompt has about a tool, which a model reads in each request.
type Description struct{ Tool, Text string }

// Descriptions returns the descriptions of tools in a prompt, by position. calls are as for [Check].
func Descriptions(text string, calls []xmlcall.Span, tools *toolspec.Set) (list []Description) {
	for _, t := range read(text, calls).tools(tools) {
		list = append(list, Description{t.name, text[t.from:t.to]})
	}
	return list
}
