package ls

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Reference returns what the call at the place refers to there: at the tag of an argument that,
// elsewhere in the envelope the tool; nil for nothing.
func (p *Place) Reference() *Reference {
	if p.call == nil || p.part() == inValue || p.block.ToolName() == "" {
		return nil
	}
	return &Reference{server: p.block.ServerName(), tool: p.block.ToolName(), path: p.path()}
}

// A Reference is a tool, or an argument of one.
type Reference struct {
	server, tool string
	path         string // of the argument, "" for the tool
}

// In returns the places in a call that refer to it, as spans of the text of its item.
func (r *Reference) In(call *diagnostics.Call) (spans []xmlcall.Span) {
	block := call.Block()
	if block.ToolName() != r.tool || block.ServerName() != r.server {
		return nil
	}
	if r.path == "" {
		if name, ok := block.Child(block.Envelope(), "tool_name"); ok {
			spans = append(spans, call.Segment.FileSpan(block.Element(name).Content()))
		}
		return spans
	}
	for id := range block.Elements() {
		if pathOf(block, id) == r.path {
			name, _ := nameIn(block, block.Element(id).Start())
			spans = append(spans, call.Segment.FileSpan(name))
		}
	}
	return spans
}
