package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var unroutedServer = &Rule{
	Code:     "unrouted-server",
	Severity: Information,
	Summary:  "A server other than local, by which the runtime does not route",
	Explanation: `
The runtime reads \'server_name\' and never uses it: it looks the tool up by \'tool_name\'
alone, among its own. A call to another server runs if there is a tool of that name, and
fails if there is none.
`,
	Bad: `<tool>
<server_name>filesystem</server_name>
<tool_name>list_files</tool_name>
<arguments>
  <path>.</path>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>list_files</tool_name>
<arguments>
  <path>.</path>
</arguments>
</tool>`,
	Check: checkUnroutedServer,
}

func checkUnroutedServer(p *Pass) {
	p.notes(func(n xmlcall.Note) {
		message := "Blank server name; calls are never routed by it"
		if name := strings.TrimSpace(p.b.Slice(n.Span)); name != "" {
			message = "Server " + Clip(name) + "; calls are never routed by it"
		}
		p.report(n.Span, note{message: message})
	}, xmlcall.OtherServer)
}
