package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
)

var unroutedServer = &Rule{
	Code:     "unrouted-server",
	Severity: Information,
	Group:    Envelope,
	Summary:  "A server other than local, which has no effect",
	Explanation: `
The runtime reads \'server_name\' and never uses it: it looks the tool up only by \'tool_name\', among
its own tools. A call to another server runs if the runtime has a tool of that name, and fails
otherwise.
`,
	Bad: `<tool>
<server_name>filesystem</server_name>
<tool_name>list_files</tool_name>
<arguments>
  <path>.</path>
</arguments>
</tool>`,
	Good:  callTo + "list_files" + withArguments + "\n  <path>.</path>\n" + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.OtherServer}},
	Check: checkUnroutedServer,
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
