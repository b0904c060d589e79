package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts/intent"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unclosedCall = &Rule{
	Code:     "unclosed-call",
	Severity: Error,
	Summary:  `A <tool> without a </tool>`,
	Explanation: `A call ends at the literal \'</tool>\'. Without it a reader of the finished reply sees
no call at all. The live runtime supplies the tag at the end of the reply: a call
that is otherwise complete runs, together with whatever prose follows it, and one
that was cut off inside a value is refused.

In a reply even a mention opens a call: a \'<tool>\' in inline code or in a sentence
collects everything after it.

Where the runtime runs the call as it was meant, because nothing but blanks or harmless
prose follows, the finding is an information.`,
	Otherwise: `**information** where the live runtime runs the call as it was meant`,
	FixSafety: `
Inserting \'</tool>\' is certain where the arguments are closed and nothing but blanks follows
up to the end of the message. A lone tag in its place, such as \'</tool_call>\', is replaced
just as surely. With prose or another call below, and for a call that is cut off, it is a
guess: what is not there was not meant.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>
`,
	Check: checkUnclosedCall,
}

func checkUnclosedCall(p *Pass) {
	p.problems(func(problem xmlcall.Problem) {
		n := note{message: "No </tool> ends this call: write one; without it no call may be seen, or it runs with what follows"}
		if problem.At >= 0 {
			if fix, ok := p.closeWith(problem.At); ok {
				n.fixes = append(n.fixes, fix)
			} else {
				text := "</tool>"
				if strings.Contains(p.b.Slice(xmlcall.Span{Start: problem.Span.End, End: problem.At}), "\n") {
					indent, _ := p.indent(problem.Span.Start)
					text = "\n" + indent + text
				}
				n.fixes = append(n.fixes, insert("Insert </tool>", problem.At, p.lineEnds(text)))
			}
			if p.around.RunsLiveAs(p.b.Text[problem.Span.Start:problem.At] + "</tool>") {
				n.severity = Information
				n.message = "No </tool> ends this call; it runs, because the runtime adds the tag at the end of the reply"
			}
		}
		p.report(problem.Span, n)
	}, xmlcall.UnclosedCall)
}

// closeWith returns the fix that makes </tool> of the tag after a call that was
// meant to be that: an end tag of another format, or a second <tool>.
func (p *Pass) closeWith(at int) (fix Fix, ok bool) {
	tag, ok := intent.LoneEnd(p.b.Text[at:])
	if !ok {
		return Fix{}, false
	}
	span := xmlcall.Span{Start: at + tag.Start, End: at + tag.End}
	return replace("Write </tool> for "+p.b.Slice(span), span, "</tool>"), true
}
