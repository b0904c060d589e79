package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingServerName = &Rule{
	Code:     "missing-server-name",
	Severity: Information,
	Group:    Envelope,
	Summary:  "A call that names no server",
	Needs:    call.Needs{Notes: []notes.Kind{notes.NoServerName}},
	Check:    checkMissingServerName,
}

func checkMissingServerName(p *Pass) {
	for n := range p.Notes() {
		if p.Elided() || p.Misshapen() {
			continue
		}
		message := "Missing `<server_name>`; write `<server_name>local</server_name>`"
		if n.Element != p.Block.Envelope() {
			message = "Empty `<server_name>`; write `local`"
		}
		p.report(n.Span, Report{
			Message: message,
			Note:    "The runtime assumes `local`",
			Fixes:   insertServer(p, n.Element),
		})
	}
}

// insertServer returns the fix that inserts the server name: in the empty element, or
// in a new one if element is the tool's own.
func insertServer(p *Pass, element xmlcall.ElementID) []Fix {
	const server = "<server_name>local</server_name>"
	b := p.Block
	e := b.Element(element)
	if element != b.Envelope() {
		at := xmlcall.Span{Start: e.End().Start, End: e.End().Start}
		text := "local"
		if e.SelfClosing() {
			at = xmlcall.Span{Start: e.Start().End - len("/>"), End: e.Start().End}
			text = ">local</" + e.Name() + ">"
		}
		return []Fix{replace("Write `local`", at, text)}
	}
	for _, s := range p.Strays() {
		if s.Near == "server_name" {
			return nil // its own finding offers to rename it
		}
	}
	return []Fix{{Title: "Insert `<server_name>`", Edits: []Edit{firstChild(p, server)}}}
}
