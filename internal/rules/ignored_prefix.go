package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
)

var ignoredPrefix = &Rule{
	Code:     "ignored-prefix",
	Severity: Information,
	Group:    Envelope,
	Summary:  "An element with a namespace prefix, which the runtime ignores",
	Needs:    call.Needs{Notes: []notes.Kind{notes.IgnoredPrefix}},
	Check:    checkIgnoredPrefix,
}

func checkIgnoredPrefix(p *Pass) {
	for n := range p.Notes() {
		if !p.Reads(n.Element) {
			continue
		}
		e := p.Block.Element(n.Element)
		local := e.Local()
		p.report(n.Span, Report{
			Message: "The prefix of `<" + Clip(e.Name()) + ">` is ignored; write `<" + Clip(local) + ">`",
			Fixes:   []Fix{{Title: Titled("Rename to `<", local, ">`"), Edits: rename(p, n.Element, local)}},
		})
	}
}
