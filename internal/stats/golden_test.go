package stats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// mixed returns a tally of calls with every outcome, over days of which one is not known and one
// has no calls.
func mixed() *stats.Tally {
	t := stats.NewTally()
	add := func(n int, f stats.Row) {
		f.Meant = true
		if f.Kind == "" {
			f.Kind, f.Bytes = stats.Call, 100
		}
		for range n {
			t.Add(&f)
			f.First = false
		}
	}
	for i, day := range []string{"2026-11-01", "2026-11-02", "2026-11-05", ""} {
		of := stats.Row{Day: day, Prompt: "p" + string(rune('1'+i%3)), Model: "m-" + string(rune('1'+i%2)), Tool: "read_file", Method: stats.Plain, Outcome: stats.Runs, Checked: true}
		first := of
		first.First, first.JSON, first.Escaped, first.CDATA, first.Result = true, 90, 110, 120, stats.OK
		add(1500*(i+1), first)
		of.Tool, of.Method = "write_file", stats.Sections
		of.Fields = []stats.Field{{Name: "content", Method: stats.Sections}, {Name: "path", Method: stats.Plain}}
		add(700, of)
		of.Outcome, of.Repaired, of.Method = stats.Repaired, true, stats.Escapes
		add(20*(i+1), of)
		of.Outcome, of.Corrupted, of.Rules, of.Cause = stats.Altered, true, []string{"corrupted-cdata"}, "corrupted-cdata"
		add(3, of)
		of.Repaired, of.Corrupted = false, false
		of.Outcome, of.Rules, of.Cause, of.Ended = stats.Refused, []string{"raw-less-than", "unescaped-ampersand"}, "raw-less-than", stats.Recovered
		of.Text, of.Method, of.Result = "<tool>a < b</tool>", stats.Mixed, stats.Failed
		add(7+i, of)
		of.By = "tool"
		of.Rules, of.Cause, of.Ended, of.RetryOf = []string{"type-mismatch"}, "type-mismatch", stats.GivenUp, 1
		of.Result = stats.Rejected
		add(2, of)
		of.Checked = false
		of.Rules, of.Cause, of.Tool = []string{"unknown-tool"}, "unknown-tool", "run"
		add(1+i, of)
		of.By = ""
		of.Outcome, of.Rules, of.Cause, of.Tool = stats.Ignored, []string{"call-in-thinking"}, "call-in-thinking", "read_file"
		add(3+i, of)
		add(10, stats.Row{Kind: stats.Reply, Day: day, Model: of.Model, Prompt: of.Prompt})
	}
	add(4, stats.Row{Kind: stats.Leaked, Day: "2026-11-04", Tool: "run", Model: "m-1"})
	t.Add(&stats.Row{Kind: stats.Call, Outcome: stats.Refused})
	return t
}

// TestReports compares reports in every format with files in testdata.
func TestReports(t *testing.T) {
	base, many := stats.NewTally(), stats.NewTally()
	for _, tool := range []string{"read_file", "list_files"} {
		base.Add(&stats.Row{Kind: stats.Call, Meant: true, Tool: tool, Outcome: stats.Refused, Rules: []string{"unclosed-call"}})
	}
	for i := range 60 {
		many.Add(&stats.Row{Kind: stats.Call, Meant: true, Tool: strings.Repeat("é", 20+i), Outcome: stats.Runs, Prompt: fmt.Sprint("p", i)})
	}
	others := stats.NewTally()
	for i := range 36 {
		others.Add(&stats.Row{Kind: stats.Call, Meant: true, First: i == 0, Form: stats.Other, Outcome: stats.Unknown, Dialect: "Hermes's <tool_call>", Tool: "ls"})
		others.Add(&stats.Row{Kind: stats.Leaked, Meant: true, Form: stats.Leaked, Dialect: "<TOOLCALL>", Tool: "ls", Again: i > 0})
	}
	for name, r := range map[string]*stats.Report{
		"formats": {Tally: others, By: []stats.Dimension{stats.ByFormat}},
		"days":    {Tally: mixed(), By: []stats.Dimension{stats.ByDay}, Compared: stats.Compare(base, mixed())},
		"rules":   {Tally: mixed(), By: []stats.Dimension{stats.ByRule, stats.ByTool}},
		"nothing": {Tally: stats.NewTally(), By: []stats.Dimension{stats.ByTool}},
	} {
		compare(t, name+".md", r.Markdown())
		compare(t, name+".json", r.JSON())
		compare(t, name+".om", r.OpenMetrics())
	}
	compare(t, "many.md", (&stats.Report{Tally: many, By: []stats.Dimension{stats.ByTool}}).Markdown())
}

// compare compares what is written with a file: JSON with indentation.
func compare(t *testing.T, name, report string) {
	t.Helper()
	var indented bytes.Buffer
	text := []byte(report)
	if filepath.Ext(name) == ".json" {
		if err := json.Indent(&indented, text, "", " "); err != nil {
			t.Fatal(err)
		}
		text = indented.Bytes()
	}
	golden.File(t, filepath.Join("testdata", "reports", name), slices.Concat(bytes.TrimSpace(text), []byte("\n")))
}
