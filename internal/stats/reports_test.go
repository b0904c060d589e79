package stats_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// hostile returns a tally of calls whose texts and names are hostile to every output
// format.
func hostile() *stats.Report {
	t := stats.NewTally()
	for i, name := range []string{`</pre><script>alert(1)</script>`, "a|b`c\nd", `"} 1`, "read_file", strings.Repeat("x", 300)} {
		t.Add(&stats.Row{
			Kind: stats.Call, Meant: true, First: i == 0, Tool: name, Model: name, Day: "2026-11-0" + string(rune('1'+i)), Prompt: "p" + string(rune('1'+i)),
			Outcome: stats.Refused, Cause: "raw-less-than", Rules: []string{"raw-less-than"}, Method: stats.Plain, Text: "<tool>" + name,
		})
	}
	t.Add(&stats.Row{Kind: stats.Call, Meant: true, Tool: "read_file", Day: "2026-11-01", Outcome: stats.Runs, Method: stats.Plain})
	return &stats.Report{Tally: t, By: []stats.Dimension{stats.ByTool, stats.ByDay}, Compared: stats.Compare(stats.NewTally(), t)}
}

// TestCompare checks the counts of two tallies, and when they are worse.
func TestCompare(t *testing.T) {
	tally := func(runs, refused, altered int, tool string) *stats.Tally {
		t := stats.NewTally()
		for outcome, n := range map[string]int{stats.Runs: runs, stats.Refused: refused, stats.Altered: altered} {
			f := stats.Row{Kind: stats.Call, Meant: true, Tool: tool, Outcome: outcome}
			if outcome != stats.Runs {
				f.Rules = []string{"raw-less-than"}
			}
			for range n {
				t.Add(&f)
			}
		}
		return t
	}
	base := tally(96, 3, 1, "a|b`<i>")
	for _, test := range []struct {
		now  *stats.Tally
		want bool
	}{
		{base, false},
		{tally(960, 30, 10, "x"), false},
		{tally(96, 0, 4, "x"), false},
		{tally(960, 30, 11, "x"), true},
		{tally(96, 3, 2, "x"), true},
		{tally(9, 0, 0, "x"), false},
		{stats.NewTally(), false},
	} {
		if c := stats.Compare(base, test.now); c.Worse != test.want {
			t.Errorf("%+v: %t", c.Outcomes, c.Worse)
		}
	}
	if stats.Compare(stats.NewTally(), base).Worse {
		t.Error("it is worse than nothing")
	}
	r := &stats.Report{Tally: base, Compared: stats.Compare(tally(9, 1, 0, "x"), base)}
	text, markdown := r.JSON(), r.Markdown()
	for _, test := range []struct{ in, want string }{
		{text, `"compared":{"worse":false,"outcomes":[{"name":"runs","before":{"calls":9,"of":10,"percent":90},"now":{"calls":96,"of":100,"percent":96}}`},
		{text, `"tools":[{"name":"a|b` + "`" + `<i>","before":{"calls":0,"of":0,"percent":0},"now":{"calls":4,"of":100,"percent":4}},{"name":"x","before":{"calls":1,"of":10,"percent":10},`},
		{markdown, "| `raw-less-than` | 1 | 10.00 % | 4 | 4.00 % |\n"},
		{markdown, "| `x` | 1 | 10.00 % | 0 | – |\n"},
	} {
		if !strings.Contains(test.in, test.want) {
			t.Errorf("no %q in\n%s", test.want, test.in)
		}
	}
}

// TestOpenMetrics checks that each line of OpenMetrics is a comment or a sample,
// whatever the labels contain.
func TestOpenMetrics(t *testing.T) {
	metrics := hostile().OpenMetrics()
	line := regexp.MustCompile(`^(# (TYPE|HELP) [a-z_]+ .*|# EOF|[a-z_]+(\{([a-z_]+="([^"\\\n]|\\["\\n])*",?)*\})? [0-9.e+]+)$`)
	for text := range strings.Lines(metrics) {
		if text = strings.TrimSuffix(text, "\n"); !line.MatchString(text) {
			t.Errorf("%q", text)
		}
	}
	if !strings.HasSuffix(metrics, "\n# EOF\n") {
		t.Error("it has no end")
	}
}

// TestMarkdown checks that a Markdown table has the same number of cells in each row,
// whatever the names are.
func TestMarkdown(t *testing.T) {
	cells := 0
	for text := range strings.Lines(hostile().Markdown()) {
		n := strings.Count(text, "|") - strings.Count(text, `\|`)
		if n == 0 {
			cells = 0
			continue
		}
		if cells > 0 && n != cells {
			t.Errorf("%d marks in %q, want %d", n, text, cells)
		}
		cells = n
	}
}
