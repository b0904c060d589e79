package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unrecognizedToolTag = &Rule{
	Code:     "unrecognized-tool-tag",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A tag that was meant to be <tool> or </tool>`,
	Explanation: `The runtime finds calls by searching for the literal characters \'<tool>\' and
\'</tool>\'. It does not see \'<Tool>\', \'<f:tool>\', \'<tool id="7">\', \'<tool >\' or \'</tool >\': the
reply has no call, or the call does not end where it seems to.

Nor does it see a call that is escaped as a whole, from \'&lt;tool&gt;\' to \'&lt;/tool&gt;\'. That
is reported in a reply that has no other call, unless the escaped one is only shown: in
code, in quotes, in a sentence, or announced as an example.

A \'</tool >\' at the end of a reply is harmless: the runtime adds \'</tool>\' there, and its XML parser
takes \'</tool >\' for the end of the call. Where the call runs for that reason, the finding is only
information.`,
	Otherwise: `**information** for \'</tool >\' where the live runtime runs the call as meant`,
	FixSafety: `
Writing the literal tag is certain where nothing else in the call is in doubt. Attributes are
dropped with it: no tool reads them. One with the name of an argument, or that may hold the
name of the tool, makes the fix a guess.

Removing the escapes of a whole call is certain under the same condition, unless a text in it is
escaped twice, or a CDATA section in it is escaped: if only the tags were escaped, these are the
text that was meant.`,
	Bad: `<tool id="7">
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good:  callTo + "list_tags" + withArguments + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnrecognizedTag}},
	Check: checkUnrecognizedToolTag,
}

func checkUnrecognizedToolTag(p *Pass) {
	for problem := range p.Problems() {
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
		if name := nameAttribute(p); name != "" && problem.Want == "<tool>" {
			element := "<tool_name>" + name + "</tool_name>"
			if indent, first := p.Indent(problem.Span.Start); first && strings.HasPrefix(strings.TrimLeft(p.Block.Text[problem.Span.End:], " \t\r"), "\n") {
				element = p.LineEnds("\n" + indent + element)
			}
			n.Fixes = slices.Insert(n.Fixes, 0, replace(Titled("Name the tool `", name, "` in an element"), problem.Span, "<tool>"+element))
		}
		if problem.Want == "</tool>" {
			n.Message = "`" + tag + "` is not recognized as `</tool>`; write `</tool>`"
			if p.Fate.Fine() {
				n.Severity = Information
				n.Note = "The call runs: the runtime adds `</tool>` at the end of the reply"
			}
		}
		p.report(problem.Span, n)
	}
}
