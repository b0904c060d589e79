package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unknownElement = &Rule{
	Code:     "unknown-element",
	Severity: Warning,
	Group:    Envelope,
	Summary:  "An element of the call that the runtime does not know",
	Needs:    call.Needs{Notes: []notes.Kind{notes.UnknownChild}},
	Check:    checkUnknownElement,
}

func checkUnknownElement(p *Pass) {
	for _, s := range p.Strays() {
		if s.Misplaced || p.Misshapen() {
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
