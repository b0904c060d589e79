package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unknownElement = &Rule{
	Code:     "unknown-element",
	Severity: Warning,
	Group:    Envelope,
	Summary:  "An element of the call that the runtime does not know",
	Explanation: `
A call consists of \'server_name\', \'tool_name\' and \'arguments\', with exactly these names; the
runtime ignores every other element. An element that was meant as an argument is reported as
\'misplaced-argument\'.

Where the element holds arguments, as \'<parameters>\' of other formats does, the tool gets
none of them.

A name close to one that the call lacks was most likely meant as that one.
`,
	Otherwise: `**error** where the element holds arguments, which are lost`,
	FixSafety: `
Renaming the only element that has another format's name for a part that the call lacks
(\'<params>\' for \'<arguments>\', \'<name>\' for \'<tool_name>\') is certain where the tool is
known and accepts the call. Removing an element, or moving it into \'<arguments>\', is a
guess: only the author knows what it was for.
`,
	Bad: `<tool>
<server_name>local</server_name>
<thought>I want the tags</thought>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good:  callTo + "list_tags" + withArguments + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.UnknownChild}},
	Check: checkUnknownElement,
}

func checkUnknownElement(p *Pass) {
	for _, s := range p.Strays() {
		if s.Misplaced {
			continue
		}
		e := p.Block.Element(s.Element)
		n := Report{
			Message: "Unknown element `<" + Clip(e.Name()) + ">`; remove it",
			Note:    "In a call the runtime reads only `<server_name>`, `<tool_name>` and `<arguments>`",
		}
		if p.StrayArguments(s) {
			n.Severity = Error
			n.Message = "Arguments in `<" + Clip(e.Name()) + ">`; write them in `<arguments>`"
			n.Note = "The tool gets none of them"
		}
		named := p.NamedBy(s.Element)
		if named != "" {
			n.Severity = Error
			n.Message = "Argument `" + Clip(named) + "` as `<" + Clip(e.Name()) + ">`; write `<" + Clip(named) + ">` in `<arguments>`"
			n.Note = toolLacks
			n.Fixes = append(n.Fixes, namedChildren(p))
		} else if s.Missing {
			n.Message = "Expected `<" + s.Near + ">`, found `<" + Clip(e.Name()) + ">`"
			n.Fixes = append(n.Fixes, Fix{Title: Titled("Rename to `<", s.Near, ">`"), Edits: rename(p, s.Element, s.Near)})
		} else if tool := p.Tool; s.Near == "" && tool == nil && e.Local() != "thinking" {
			// Whether the tool reads it is not known.
			if n.Severity != Error {
				n.Message = "Unknown element `<" + Clip(e.Name()) + ">`; move it into `<arguments>` or remove it"
			}
			n.Fixes = append(n.Fixes, Fix{Title: Titled("Move `<", e.Name(), ">` into `<arguments>`"), Edits: moveEdits(p, []xmlcall.ElementID{s.Element})})
		}
		n.Fixes = append(n.Fixes, replace(Titled("Remove `<", e.Name(), ">`"), p.WholeLines(e.Span()), ""))
		p.report(e.Start(), n)
	}
}
