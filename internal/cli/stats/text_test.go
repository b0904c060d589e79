package stats

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestMoreGroups checks that the groups which are not shown are counted.
func TestMoreGroups(t *testing.T) {
	for n, want := range map[int]string{maxGroups: "", maxGroups + 1: "and 1 more group; --format json has them", maxGroups + 2: "and 2 more groups; --format json has them"} {
		tally := stats.NewTally()
		for i := range n {
			tally.Add(&stats.Row{Kind: stats.Call, Meant: true, Outcome: stats.Runs, Tool: fmt.Sprintf("t%02d", i)})
		}
		var out bytes.Buffer
		c := &counter{}
		c.out = bufio.NewWriter(&out)
		c.groups(&stats.Report{Tally: tally, By: []stats.Dimension{stats.ByTool}})
		if err := c.out.Flush(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		shown := 0
		for _, line := range lines {
			if strings.Contains(line, "  t") && !strings.Contains(line, "tool") {
				shown++
			}
		}
		if shown != maxGroups {
			t.Errorf("%d of %d groups are shown:\n%s", shown, n, out.String())
		}
		if last := lines[len(lines)-1]; (want != "" && last != want) || want == "" && strings.HasPrefix(last, "and") {
			t.Errorf("%d groups end with %q, want %q", n, last, want)
		}
	}
}
