package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unrecognizedToolTag = &Rule{
	Code:     "unrecognized-tool-tag",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A tag that was meant to be <tool> or </tool>`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnrecognizedTag}},
	Check:    checkUnrecognizedToolTag,
}

func checkUnrecognizedToolTag(p *Pass) {
	root := p.Block.Element(0)
	other := !strings.EqualFold(root.Local(), "tool") // both tags are of another format
	for problem := range p.Problems() {
		if other && problem.Span == root.End() {
			continue
		}
		tag := Clip(p.Block.Slice(problem.Span))
		n := Report{
			Message: "`" + tag + "` is not recognized as `<tool>`; write `<tool>`",
			Note:    "The runtime looks for exactly these characters",
			Fixes:   []Fix{replace(Titled("Write `", problem.Want, "`"), problem.Span, problem.Want)},
		}
		if p.Block.Delimiters == xmlcall.Escaped {
			n.Note = "To the runtime, an escaped tag is text"
			n.Fixes = []Fix{replace("Remove the escapes of the call", p.Block.Span, p.Block.Unescaped())}
		}
		if other && root.End().Len() > 0 {
			n.Fixes = []Fix{{Title: "Write `<tool>` and `</tool>`", Edits: []Edit{{Span: root.Start(), Text: "<tool>"}, {Span: root.End(), Text: "</tool>"}}}}
		}
		if name := nameAttribute(p); name != "" && problem.Want == "<tool>" {
			element := "<tool_name>" + name + "</tool_name>"
			if indent, first := p.Indent(problem.Span.Start); first && strings.HasPrefix(strings.TrimLeft(p.Block.Text[problem.Span.End:], " \t\r"), "\n") {
				element = p.LineEnds("\n" + indent + element)
			}
			n.Fixes = slices.Insert(n.Fixes, 0, replace(Titled("Name the tool `", name, "` in an element"), problem.Span, "<tool>"+element))
		}
		if problem.Want == "</tool>" {
			n.Message = "`" + tag + "` is not recognized as `</tool>`; write `</tool>`"
			if p.Reason.Fine() {
				n.Severity = Information
				n.Note = "The call runs: the runtime adds `</tool>` at the end of the reply"
			}
		}
		p.report(problem.Span, n)
	}
}
