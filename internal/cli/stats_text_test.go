package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestMoreRows checks that the rows which are not shown are counted.
func TestMoreRows(t *testing.T) {
	for n, want := range map[int]string{stats.MaxRows: "", stats.MaxRows + 1: "and 1 more row; --format json has them", stats.MaxRows + 2: "and 2 more rows; --format json has them"} {
		tally := stats.NewTally()
		for i := range n {
			tally.Add(&stats.Row{Kind: stats.Call, Meant: true, Outcome: stats.Runs, Tool: fmt.Sprintf("name-%02d", i)})
		}
		var out bytes.Buffer
		c := &counter{}
		c.out, c.style = &out, term.NewStyle(false)
		c.print(&stats.Report{Tally: tally, By: []stats.Dimension{stats.ByTool}})
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		shown := 0
		for _, line := range lines {
			if strings.HasPrefix(line, "  name-") {
				shown++
			}
		}
		if shown != stats.MaxRows {
			t.Errorf("%d of %d groups are shown:\n%s", shown, n, out.String())
		}
		if last := lines[len(lines)-1]; (want != "" && last != want) || want == "" && strings.HasPrefix(last, "and") {
			t.Errorf("%d groups end with %q, want %q", n, last, want)
		}
	}
}
