package reports_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
	"github.com/entrhq/forge-lsp/internal/stats/reports"
)

// hostile returns a tally of calls whose texts and names are hostile to every output
// format.
func hostile() *reports.Report {
	t := corpus.NewTally()
	for i, name := range []string{`</pre><script>alert(1)</script>`, "a|b`c\nd", `"} 1`, "read_file", strings.Repeat("x", 300)} {
		t.Add(&corpus.Fact{
			Kind: corpus.Call, Meant: true, First: i == 0, Tool: name, Model: name, Day: "2026-11-0" + string(rune('1'+i)), Prompt: "p" + string(rune('1'+i)),
			Outcome: corpus.Refused, Cause: "raw-less-than", Rules: []string{"raw-less-than"}, Method: corpus.Plain, Text: "<tool>" + name,
		})
	}
	t.Add(&corpus.Fact{Kind: corpus.Call, Meant: true, Tool: "read_file", Day: "2026-11-01", Outcome: corpus.Runs, Method: corpus.Plain})
	return &reports.Report{Tally: t, By: []corpus.Dimension{corpus.ByTool, corpus.ByDay}}
}

// TestHTML checks that the page runs nothing, loads nothing, and shows the content of
// calls as text.
func TestHTML(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, wrong := range []string{"<script", "ZgotmplZ", "src=", "href=", "url(", "@import"} {
		if strings.Contains(page, wrong) {
			t.Errorf("the page has %q", wrong)
		}
	}
	for _, want := range []string{"&lt;tool&gt;&lt;/pre&gt;&lt;script&gt;alert(1)", "16.67 %", "<svg", "2026-11-05", "raw-less-than"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if err := (&reports.Report{Tally: corpus.NewTally()}).HTML(&b); err != nil {
		t.Errorf("of nothing: %v", err)
	}
}

// hostileChanges returns a report of changes about calls with hostile names.
func hostileChanges() *reports.Report {
	r := hostile()
	r.Changes = &changes.Report{Shares: 7, Changes: []changes.Change{{
		Error: true, Day: "2026-11-12", Measure: changes.Refusals,
		Key:    map[corpus.Dimension]string{corpus.ByTool: "a|`b<i>", corpus.ByPrompt: "3f2a"},
		New:    map[corpus.Dimension]bool{corpus.ByPrompt: true},
		Before: changes.Share{Calls: 4, Of: 1000}, After: changes.Share{Calls: 19, Of: 1000},
		Rules: []changes.RuleChange{{Code: "raw-less-than", Cause: true}, {Code: "cdata-end"}},
	}, {
		Better: true, Measure: changes.ByRule, Key: map[corpus.Dimension]string{corpus.ByModel: ""},
		Before: changes.Share{Calls: 4, Of: 10}, After: changes.Share{Calls: 1, Of: 10}, Rules: []changes.RuleChange{{Code: "prefer-cdata"}},
	}, {
		Error: true, Measure: changes.Lost, Before: changes.Share{Calls: 0, Of: 10}, After: changes.Share{Calls: 1, Of: 10},
		Rules: []changes.RuleChange{{Code: "type-mismatch", Cause: true, After: changes.Share{Calls: 1, Of: 10}, Before: changes.Share{Of: 10}}},
	}}}
	return r
}

// TestChanges checks that changes are reported in every format, whatever names contain.
func TestChanges(t *testing.T) {
	r := hostileChanges()
	var markdown, page, text, metrics bytes.Buffer
	for _, err := range []error{r.Markdown(&markdown), r.HTML(&page), r.JSON(&text), r.OpenMetrics(&metrics)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ in, want string }{
		{markdown.String(), "- **worse**: refusals of `` a|`b<i> `` rose from 0.40 % to 1.90 % on 12 November 2026 with the new prompt `3f2a`; cause raw-less-than, from – to –; also cdata-end\n"},
		{markdown.String(), "- **better**: calls with prefer-cdata fell from 40.00 % to 10.00 % by model (none)\n"},
		{markdown.String(), "- **worse**: calls with data lost rose from 0.00 % to 10.00 %; cause type-mismatch\n"},
		{page.String(), `<td class="missed">worse</td><td class="name">refusals of a|` + "`" + `b&lt;i&gt; rose`},
		{page.String(), `<td class="met">better</td>`},
		{text.String(), `"key":{"prompt":"3f2a","tool":"a|` + "`" + `b<i>"},"new":["prompt"],"before":{"calls":4,"of":1000,"percent":0.4}`},
		{text.String(), `"shares_tested":7,"version":1}`},
		{metrics.String(), `forge_changes{direction="worse",fails="true"} 2
forge_changes{direction="worse",fails="false"} 0
forge_changes{direction="better",fails="true"} 0
forge_changes{direction="better",fails="false"} 1
`},
		{metrics.String(), `forge_change_percent{direction="worse",measure="refused",rule="raw-less-than",prompt="3f2a",tool="a|` + "`" + `b<i>",day="2026-11-12",when="after"} 1.9` + "\n"},
		{metrics.String(), `forge_change_percent{direction="better",measure="rule",rule="prefer-cdata",model="",when="before"} 40` + "\n"},
	} {
		if !strings.Contains(test.in, test.want) {
			t.Errorf("no %q in\n%s", test.want, test.in)
		}
	}
}

// TestOpenMetrics checks that each line of OpenMetrics is a comment or a sample,
// whatever the labels contain.
func TestOpenMetrics(t *testing.T) {
	var b bytes.Buffer
	if err := hostileChanges().OpenMetrics(&b); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(# (TYPE|HELP) [a-z_]+ .*|# EOF|[a-z_]+(\{([a-z_]+="([^"\\\n]|\\["\\n])*",?)*\})? [0-9.e+]+)$`)
	for text := range strings.Lines(b.String()) {
		if text = strings.TrimSuffix(text, "\n"); !line.MatchString(text) {
			t.Errorf("%q", text)
		}
	}
	if !strings.HasSuffix(b.String(), "\n# EOF\n") {
		t.Error("it has no end")
	}
}

// TestFewMetrics checks that the time series of changes are bounded, and that none occurs twice.
func TestFewMetrics(t *testing.T) {
	r := hostileChanges()
	one := r.Changes.Changes[0]
	r.Changes.Changes = []changes.Change{one, one}
	for i := range 100 {
		one.Key = map[corpus.Dimension]string{corpus.ByTool: strings.Repeat("x", i)}
		r.Changes.Changes = append(r.Changes.Changes, one)
	}
	var b bytes.Buffer
	if err := r.OpenMetrics(&b); err != nil {
		t.Fatal(err)
	}
	series := map[string]bool{}
	for line := range strings.Lines(b.String()) {
		name, _, _ := strings.Cut(line, "} ")
		if !strings.HasPrefix(name, "forge_change_percent{") {
			continue
		}
		if series[name] {
			t.Errorf("%s occurs twice", name)
		}
		series[name] = true
	}
	if want := 2 * 19; len(series) != want { // the first 20, of which two are the same
		t.Errorf("%d time series, want %d", len(series), want)
	}
	if want := `forge_changes{direction="worse",fails="true"} 102`; !strings.Contains(b.String(), want) {
		t.Errorf("no %q", want)
	}
}

// TestMarkdown checks that a Markdown table has the same number of cells in each row,
// whatever the names are.
func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().Markdown(&b); err != nil {
		t.Fatal(err)
	}
	cells := 0
	for text := range strings.Lines(b.String()) {
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

// TestJSON checks that JSON has calls first, and integers that add up.
func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().JSON(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), `{"calls":6,`) {
		t.Errorf("it starts with %.40s", b.String())
	}
	var out reports.Output
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	var sum corpus.Counts
	for i := range out.Groups {
		sum.Add(&out.Groups[i].Counts.Counts)
	}
	if sum != out.Counts.Counts || out.Sessions != 1 || len(out.Groups) != 6 {
		t.Errorf("%d groups with %+v, of %+v", len(out.Groups), sum, out.Counts.Counts)
	}
}
