package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callInThinking = &Rule{
	Code:     "call-in-thinking",
	Severity: Error,
	Group:    Messages,
	Summary:  "A call inside <thinking>",
	Needs:    call.Needs{Facts: call.Neighbors},
	Check:    checkCallInThinking,
}

func checkCallInThinking(p *Pass) {
	root := p.Block.Element(0)
	if around := p.Around.Thought; around.Len() > 0 {
		tag := xmlcall.Span{Start: around.Start, End: around.Start + strings.IndexByte(p.Block.Text[around.Start:], '>') + 1}
		p.report(root.Start(), Report{
			Severity: Information,
			Message:  "Call inside `" + p.Block.Slice(tag) + "`, which is no thinking to the runtime; write `<thinking>` if it must not run",
			Note:     "The runtime removes only `<thinking>`, and reads this call like any other",
			Related:  []Related{{Span: tag, Message: "`" + p.Block.Slice(tag) + "` starts here"}},
		})
	}
	if !p.Around.InThinking {
		return
	}
	edits := []Edit{{Span: root.Start(), Text: "&lt;tool&gt;"}}
	if root.End().Len() > 0 {
		edits = append(edits, Edit{Span: root.End(), Text: "&lt;/tool&gt;"})
	}
	n := Report{
		Message: "Call inside `<thinking>`; move it after `</thinking>`, or escape its tags",
		Note:    "The runtime removes thinking from a reply before it looks for calls, so this call never runs",
		Fixes:   []Fix{{Title: "Escape the `<tool>` tags", Edits: edits}},
	}
	if !p.Around.Long {
		tag := xmlcall.Span{Start: p.Around.Thinking.Start - len("<thinking>"), End: p.Around.Thinking.Start}
		n.Related = []Related{{Span: tag, Message: "thinking starts here"}}
	}
	if p.Around.ThinkingOpen {
		n.Message = "Call after an unclosed `<thinking>`; write `</thinking>` before it, or escape its tags"
		indent, _ := p.Indent(root.Start().Start)
		n.Fixes = append(n.Fixes, insert("Insert `</thinking>` before the call", root.Start().Start, p.LineEnds("</thinking>\n"+indent)))
	}
	p.report(root.Start(), n)
}
