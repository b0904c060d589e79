package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var misplacedArgument = &Rule{
	Code:     "misplaced-argument",
	Severity: Warning,
	Group:    Envelope,
	Summary:  "An argument outside of arguments",
	Explanation: `
The runtime passes the content of \'<arguments>\' to the tool and ignores every other element of the
call, so the tool does not get the argument.

The rule reports elements that the call's tool reads as arguments, and, in a call without
\'<arguments>\', every element that is not part of the envelope. All are moved at once: with only
some of its arguments a tool may do something else.
`,
	Otherwise: `**error** where the tool reads an argument of that name`,
	FixSafety: `
Moving the elements into \'<arguments>\' is certain where the tool is known and reads all of them, none
appears twice, and the tool accepts the resulting call. Everywhere else moving them is a guess: an
element may not have been meant for the tool.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<path>go.mod</path>
</tool>`,
	Good:  callTo + "read_file" + withArguments + "\n  <path>go.mod</path>\n" + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.UnknownChild}},
	Check: checkMisplacedArgument,
}

func checkMisplacedArgument(p *Pass) {
	var elements []xmlcall.ElementID
	for _, s := range p.Strays() {
		if s.Misplaced {
			elements = append(elements, s.Element)
		}
	}
	if len(elements) == 0 {
		return
	}
	title := Titled("Move `<", p.Block.Element(elements[0]).Name(), ">` into `<arguments>`")
	if n := len(elements); n > 1 {
		title = "Move " + thousands.Count(n, "element") + " into `<arguments>`"
	}
	all := Fix{Title: title, Edits: moveEdits(p, elements)} // which all findings share
	budget := sharedBytes
	for _, s := range p.Strays() {
		if !s.Misplaced {
			continue
		}
		e := p.Block.Element(s.Element)
		r := Report{Message: "`<" + Clip(e.Name()) + ">` is outside of `<arguments>`; move it there", Note: toolLacks}
		if spend(&budget, all.Edits) {
			r.Fixes = []Fix{all}
		}
		if s.Read {
			r.Severity = Error
		}
		p.report(e.Start(), r)
	}
}
