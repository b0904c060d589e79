package stats

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/reports"
)

// TestMoreGroups checks that the groups which are not shown are counted.
func TestMoreGroups(t *testing.T) {
	for n, want := range map[int]string{maxGroups: "", maxGroups + 1: "and 1 more group; --format json has them", maxGroups + 2: "and 2 more groups; --format json has them"} {
		tally := corpus.NewTally()
		for i := range n {
			tally.Add(&corpus.Fact{Kind: corpus.Call, Meant: true, Outcome: corpus.Runs, Tool: fmt.Sprintf("t%02d", i)})
		}
		var out bytes.Buffer
		c := &counter{}
		c.out = bufio.NewWriter(&out)
		c.groups(&reports.Report{Tally: tally, By: []corpus.Dimension{corpus.ByTool}})
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
