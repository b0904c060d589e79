package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/intent"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unclosedCall = &Rule{
	Code:     "unclosed-call",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A <tool> without a </tool>`,
	Explanation: `A call ends at the literal \'</tool>\'. Without it a reader of the finished reply sees
no call at all. The live runtime supplies the tag at the end of the reply: a call
that is otherwise complete runs, together with whatever prose follows it, and one
that was cut off inside a value is refused.

In a reply even a mention opens a call: a \'<tool>\' in inline code or in a sentence
collects everything after it.

Where the runtime runs the call as meant, because only blanks or harmless prose follow, the finding is
only information.`,
	Otherwise: `**information** where the live runtime runs the call as meant, a **warning** where it also repairs it`,
	FixSafety: `
Inserting \'</tool>\' is certain where the arguments are closed and nothing but blanks follows up to the
end of the message. So is replacing a lone tag in its place, such as \'</tool_call>\'. With prose or
another call below, and for a call that is cut off, it is a guess.`,
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
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnclosedCall}},
	Check: checkUnclosedCall,
}

func checkUnclosedCall(p *Pass) {
	for problem := range p.Problems() {
		n := Report{
			Message: "Missing `</tool>` for this `<tool>`; write it after the arguments",
			Note:    "Without it, the call may not be seen, or may be read together with what follows",
		}
		if at, ok := problem.At(); ok {
			if fix, ok := closeWith(p, at); ok {
				n.Fixes = append(n.Fixes, fix)
			} else {
				text := "</tool>"
				if strings.Contains(p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: at}), "\n") {
					indent, _ := p.Indent(problem.Span.Start)
					text = "\n" + indent + text
				}
				n.Fixes = append(n.Fixes, insert("Insert `</tool>`", at, p.LineEnds(text)))
			}
		}
		if p.Fate.Fine() {
			n.Severity = Information
			if p.Fate.Outcome == facts.Repaired { // of a text that is not the call's own
				n.Severity = Warning
			}
			n.Note = "The call runs: the runtime adds the tag at the end of the reply"
		}
		p.report(problem.Span, n)
	}
}

// closeWith returns the fix that turns the tag after a call that was intended to be its
// </tool> into that: an end tag of another format, or a second <tool>.
func closeWith(p *Pass, at int) (fix Fix, ok bool) {
	tag, ok := intent.LoneEnd(p.Block.Text[at:])
	if !ok {
		return Fix{}, false
	}
	span := xmlcall.Span{Start: at + tag.Start, End: at + tag.End}
	return replace(Titled("Replace `", p.Block.Slice(span), "` with `</tool>`"), span, "</tool>"), true
}
