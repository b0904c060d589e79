package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingArguments = &Rule{
	Code:     "missing-arguments",
	Severity: Information,
	Group:    Envelope,
	Summary:  "A call without arguments",
	Needs:    call.Needs{Notes: []notes.Kind{notes.NoArguments}},
	Check:    checkMissingArguments,
}

func checkMissingArguments(p *Pass) {
	for n := range p.Notes() {
		if p.Elided() || p.Misshapen() {
			continue
		}
		p.report(n.Span, Report{
			Message: "Missing `<arguments>`; write " + whereArguments(p),
			Note:    "The call runs without arguments",
			Fixes:   insertArguments(p, n.Element),
		})
	}
}

// whereArguments describes what to write in place of the missing element.
func whereArguments(p *Pass) string {
	for _, s := range p.Strays() {
		if name := Clip(p.Block.Element(s.Element).Local()); s.Misplaced {
			return "it around `<" + name + ">`"
		} else if s.Near == "arguments" {
			return "it instead of `<" + name + ">`"
		}
	}
	return "`<arguments></arguments>`"
}

// insertArguments returns the fix that inserts empty arguments. There is none if an
// element was intended to be the arguments or to be in them: its own finding inserts
// them.
func insertArguments(p *Pass, root xmlcall.ElementID) []Fix {
	for _, s := range p.Strays() {
		if s.Misplaced || s.Near == "arguments" {
			return nil
		}
	}
	const arguments = "<arguments></arguments>"
	return []Fix{{Title: "Insert `" + arguments + "`", Edits: []Edit{lastChildren(p, root, "", arguments)}}}
}
