package reports_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/reports"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// mixed returns a tally of calls with every outcome, over days of which one is not known and one
// has no calls.
func mixed() *corpus.Tally {
	t := corpus.NewTally()
	add := func(n int, f corpus.Fact) {
		f.Meant = true
		if f.Kind == "" {
			f.Kind, f.Bytes = corpus.Call, 100
		}
		for range n {
			t.Add(&f)
			f.First = false
		}
	}
	for i, day := range []string{"2026-11-01", "2026-11-02", "2026-11-05", ""} {
		of := corpus.Fact{Day: day, Prompt: "p" + string(rune('1'+i%3)), Model: "m-" + string(rune('1'+i%2)), Tool: "read_file", Method: corpus.Plain, Outcome: corpus.Runs}
		first := of
		first.First, first.JSON, first.Escaped, first.CDATA, first.Result = true, 90, 110, 120, corpus.OK
		add(1500*(i+1), first)
		of.Tool, of.Method = "write_file", corpus.Sections
		of.Fields = []corpus.Field{{Name: "content", Method: corpus.Sections}, {Name: "path", Method: corpus.Plain}}
		add(700, of)
		of.Outcome, of.Repaired, of.Method = corpus.Repaired, true, corpus.Escapes
		add(20*(i+1), of)
		of.Outcome, of.Corrupted, of.Rules, of.Cause = corpus.Altered, true, []string{"corrupted-cdata"}, "corrupted-cdata"
		add(3, of)
		of.Repaired, of.Corrupted = false, false
		of.Outcome, of.Rules, of.Cause, of.Seen, of.Ended = corpus.Refused, []string{"raw-less-than", "unescaped-ampersand"}, "raw-less-than", true, corpus.Recovered
		of.Text, of.Method, of.Result = "<tool>a < b</tool>", corpus.Mixed, corpus.Failed
		add(7+i, of)
		of.By, of.ToolVerdict = "tool", "refuses"
		of.Rules, of.Cause, of.Ended, of.RetryOf = []string{"type-mismatch"}, "type-mismatch", corpus.GivenUp, 1
		of.Result = corpus.Rejected
		add(2, of)
		of.ToolVerdict = "unknown"
		of.Rules, of.Cause, of.Tool = []string{"unknown-tool"}, "unknown-tool", "run"
		add(1+i, of)
		of.By, of.ToolVerdict = "", ""
		of.Outcome, of.Rules, of.Cause, of.Tool = corpus.Ignored, []string{"call-in-thinking"}, "call-in-thinking", "read_file"
		add(3+i, of)
		add(10, corpus.Fact{Kind: corpus.Reply, Day: day, Model: of.Model, Prompt: of.Prompt})
	}
	add(4, corpus.Fact{Kind: corpus.Leaked, Day: "2026-11-04", Tool: "run", Model: "m-1"})
	t.Add(&corpus.Fact{Kind: corpus.Call, Outcome: corpus.Refused})
	return t
}

// TestReports compares reports in every format with files in testdata.
func TestReports(t *testing.T) {
	base, many := corpus.NewTally(), corpus.NewTally()
	for _, tool := range []string{"read_file", "list_files"} {
		base.Add(&corpus.Fact{Kind: corpus.Call, Meant: true, Tool: tool, Outcome: corpus.Refused, Rules: []string{"unclosed-call"}})
	}
	for i := range 60 {
		many.Add(&corpus.Fact{Kind: corpus.Call, Meant: true, Tool: strings.Repeat("é", 20+i), Outcome: corpus.Runs, Prompt: fmt.Sprint("p", i)})
	}
	others := corpus.NewTally()
	for i := range 36 {
		others.Add(&corpus.Fact{Kind: corpus.Call, Meant: true, First: i == 0, Form: corpus.Other, Outcome: corpus.Unknown, Dialect: "Hermes's <tool_call>", Tool: "ls"})
		others.Add(&corpus.Fact{Kind: corpus.Leaked, Meant: true, Form: corpus.Leaked, Dialect: "<TOOLCALL>", Tool: "ls", Again: i > 0})
	}
	for name, r := range map[string]*reports.Report{
		"formats": {Tally: others, By: []corpus.Dimension{corpus.ByFormat}},
		"days":    {Tally: mixed(), By: []corpus.Dimension{corpus.ByDay}, Compared: reports.Compare(base, mixed())},
		"rules":   {Tally: mixed(), By: []corpus.Dimension{corpus.ByRule, corpus.ByTool}},
		"nothing": {Tally: corpus.NewTally(), By: []corpus.Dimension{corpus.ByTool}},
	} {
		compare(t, name+".md", r.Markdown)
		compare(t, name+".json", r.JSON)
		compare(t, name+".om", r.OpenMetrics)
	}
	compare(t, "many.md", (&reports.Report{Tally: many, By: []corpus.Dimension{corpus.ByTool}}).Markdown)
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFull checks that an error of the file is returned in every format.
func TestFull(t *testing.T) {
	r := &reports.Report{Tally: mixed(), By: []corpus.Dimension{corpus.ByDay}}
	for format, write := range map[string]func(io.Writer) error{"Markdown": r.Markdown, "JSON": r.JSON, "OpenMetrics": r.OpenMetrics} {
		if write(full{}) == nil {
			t.Errorf("%s: no error", format)
		}
	}
}

// compare compares what is written with a file: JSON with indentation.
func compare(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var b, indented bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.Bytes()
	if filepath.Ext(name) == ".json" {
		if err := json.Indent(&indented, text, "", " "); err != nil {
			t.Fatal(err)
		}
		text = indented.Bytes()
	}
	golden.File(t, filepath.Join("testdata", "reports", name), slices.Concat(bytes.TrimSpace(text), []byte("\n")))
}
