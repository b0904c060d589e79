package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unclosedCall = &Rule{
	Code:     "unclosed-call",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A <tool> without a </tool>`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnclosedCall}},
	Check:    checkUnclosedCall,
}

func checkUnclosedCall(p *Pass) {
	if p.cutOff() {
		return // that is the cause
	}
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
		if p.Reason.Fine() {
			n.Severity = Information
			if p.Reason.Outcome() == call.Repaired { // of a text that is not the call's own
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
	tag, ok := call.LoneEnd(p.Block.Text[at:])
	if !ok {
		return Fix{}, false
	}
	span := xmlcall.Span{Start: at + tag.Start, End: at + tag.End}
	return replace(Titled("Replace `", p.Block.Slice(span), "` with `</tool>`"), span, "</tool>"), true
}
