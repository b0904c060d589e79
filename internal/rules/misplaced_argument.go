package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var misplacedArgument = &Rule{
	Code:     "misplaced-argument",
	Severity: Warning,
	Group:    Envelope,
	Summary:  "An argument outside of arguments",
	Needs:    call.Needs{Notes: []notes.Kind{notes.UnknownChild}},
	Check:    checkMisplacedArgument,
}

func checkMisplacedArgument(p *Pass) {
	var elements []xmlcall.ElementID
	for _, s := range p.Strays() {
		if s.Misplaced {
			elements = append(elements, s.Element)
		}
	}
	if len(elements) == 0 || p.Misshapen() {
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
