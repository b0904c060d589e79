package lsp

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// fewer is a workspace whose client requests few diagnostics.
type fewer struct{ noWorkspace }

func (fewer) Update(workspace.Change) workspace.State {
	return workspace.State{MaxDiagnostics: 3}
}

// TestManyDiagnostics checks that of very many diagnostics the most severe are sent, by
// position, and one with the number of the others.
func TestManyDiagnostics(t *testing.T) {
	text := strings.Repeat("~$&\n", 600)
	for _, test := range []struct {
		name                 string
		options              Options
		errors, warnings     int
		first, message, last string
	}{
		{"as many as is usual", fake(), 600, 400, "0:0-0:0", "800 more problems", "599:2-599:3"},
		{"as many as is set", Options{analyze: fakeAnalyze, Workspace: fewer{}}, 3, 0, "0:0-0:0", "1797 more problems", "2:2-2:3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := start(t, test.options, `{"textDocument":{"diagnostic":{}}}`)
			c.open(aURI, 1, text)
			items := c.pull(aURI, "").Items
			if len(items) != 1+test.errors+test.warnings {
				t.Fatalf("%d diagnostics", len(items))
			}
			if more := items[0]; more.Severity != 3 || more.Range.String() != test.first || !strings.HasPrefix(more.Message, test.message) {
				t.Errorf("the first is %+v", more)
			}
			count := map[int]int{}
			for i, d := range items[1:] {
				if count[d.Severity]++; i > 0 && d.Range.Start.Line < items[i].Range.Start.Line {
					t.Errorf("%v comes after %v", d, items[i])
				}
			}
			if count[1] != test.errors || count[2] != test.warnings {
				t.Errorf("by severity: %v", count)
			}
			if last := items[len(items)-1]; last.Range.String() != test.last {
				t.Errorf("the last is %+v", last)
			}
		})
	}
}
