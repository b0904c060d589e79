package lsp

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func init() {
	questions["links"] = (*question).links
	questions["workspace"] = (*question).workspaceSymbols
}

// workspaceSymbols formats the symbols of all files for a query.
func (q *question) workspaceSymbols() string {
	var found []struct {
		Name, ContainerName string
		Kind                int
		Location            wireLocation
	}
	q.client.Result("workspace/symbol", `{"query":`+wire.Quote(strings.Join(q.arguments, " "))+`}`, &found)
	var b strings.Builder
	for _, s := range found {
		fmt.Fprintf(&b, "%s (%d) %q %s %s\n", s.Name, s.Kind, s.ContainerName, q.nameOf(s.Location.URI), s.Location.Range)
	}
	return b.String()
}

// links formats the links of a file.
func (q *question) links() string {
	var found []struct {
		Range  wire.Range
		Target string
	}
	q.ask("textDocument/documentLink", "", &found)
	var b strings.Builder
	for _, l := range found {
		fmt.Fprintf(&b, "%s → %s\n", q.shown(l.Range), q.nameOf(l.Target))
	}
	return b.String()
}
