package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var placeholder = &Rule{
	Code: "placeholder", Severity: Hint, Group: Style,
	Needs: about(call.Placeholders),
	Check: checkPlaceholder,
}

func checkPlaceholder(p *Pass) {
	for _, h := range p.Holes {
		if h.Code {
			continue
		}
		n := Report{Message: "Placeholder `" + Clip(p.Block.Slice(h.Span)) + "`; its value is not checked"}
		if h.Dots && h.Element != xmlcall.NoElement {
			n.Message = "`" + Clip(p.Block.Slice(h.Span)) + "` leaves something out; write an example that runs"
			n.Fixes = exampleFixes(p, h)
		}
		p.report(h.Span, n)
	}
}

// exampleFixes returns the fix that writes an example in place of an ellipsis that stands for all
// arguments of a known tool.
func exampleFixes(p *Pass, h call.Hole) []Fix {
	e := p.Block.Element(h.Element)
	if p.Tool == nil || h.Element != p.ArgumentsElement() || e.Unclosed() || p.Trim(e.Content()) != h.Span {
		return nil
	}
	children := exampleArguments(p.Tool)
	if len(children) == 0 {
		return nil
	}
	indent, first := p.Indent(h.Span.Start)
	text := strings.Join(children, "\n"+indent)
	if !first {
		own, _ := p.Indent(e.Start().Start)
		text = "\n" + own + "  " + strings.Join(children, "\n"+own+"  ") + "\n" + own
	}
	return []Fix{replace(Titled("Insert an example of `", p.Tool.Name, "`"), h.Span, p.LineEnds(text))}
}

// exampleArguments returns the arguments of an example of a tool: the required ones, or
// all if none are required.
func exampleArguments(tool *toolspec.Tool) []string {
	for _, all := range []bool{false, true} {
		text, err := tool.ExampleCall(toolspec.ExampleOptions{All: all})
		if err != nil {
			return nil
		}
		b := xmlcall.ParseAt(text, 0)
		at := b.Arguments()
		var children []string
		for _, e := range b.Children(at) {
			children = append(children, b.Slice(e.Span()))
		}
		if len(children) > 0 {
			return children
		}
	}
	return nil
}
