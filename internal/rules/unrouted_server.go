package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
)

var unroutedServer = &Rule{
	Code:     "unrouted-server",
	Severity: Information,
	Group:    Envelope,
	Summary:  "A server other than local, which has no effect",
	Needs:    call.Needs{Notes: []notes.Kind{notes.OtherServer}},
	Check:    checkUnroutedServer,
}

func checkUnroutedServer(p *Pass) {
	for n := range p.Notes() {
		message := "Blank `<server_name>`; it has no effect"
		if name := strings.TrimSpace(p.Block.Slice(n.Span)); name != "" {
			message = "Server `" + Clip(name) + "` has no effect"
		}
		p.report(n.Span, Report{Message: message, Note: "The runtime looks a tool up only by `<tool_name>`"})
	}
}
