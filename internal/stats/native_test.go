package stats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// nativeSession is a session as Claude Code records it: two calls at once, whose results come in another
// order, one that lacks an argument and is tried again, one that leaked, and one without a result.
const nativeSession = `{"type":"system","tools":[{"name":"Read","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}}]}
{"type":"user","message":{"role":"user","content":"Go on."}}
{"type":"assistant","message":{"role":"assistant","model":"m","content":[{"type":"tool_use","id":"a","name":"Read","input":{"path":"x"}}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"Read","input":{}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","is_error":true,"content":"no path"}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"text"}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"Read","input":{"path":"y"}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"Error: none"}]}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"court\n<invoke name=\"Read\">\n<parameter name=\"path\">a</parameter>\n</invoke>"}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"d","name":"Raed","input":{"path":"y"}}]}}
`

// TestNativeRows checks the rows of native calls, in pieces that end after any line.
func TestNativeRows(t *testing.T) {
	want := []string{
		"3 call native Read a runs ok", "4 call native Read b refused missing-argument error by tool",
		"7 call native Read c runs error, retries 2", "9 leaked leaked Read", "9 reply",
		"10 call native Raed d refused unknown-tool by tool",
	}
	describe := func(list []stats.Row) (rows []string) {
		for _, f := range list {
			row := fmt.Sprintf("%d %s %s %s %s %s %s %s", f.Line, f.Kind, f.Form, f.Tool, f.ID, f.Outcome, f.Cause, f.Result)
			row = strings.Join(strings.Fields(row), " ")
			if f.By != "" {
				row += " by " + f.By
			}
			if f.RetryOf > 0 {
				row += fmt.Sprint(", retries ", f.RetryOf)
			}
			rows = append(rows, row)
		}
		slices.SortStableFunc(rows, func(a, b string) int { return lineOf(a) - lineOf(b) })
		return rows
	}
	if diff := cmp.Diff(want, describe(rowsOf(t, nativeSession, document.JSON))); diff != "" {
		t.Error(diff)
	}
	labels := stats.ShownBy(transcript.Find(nativeSession), nil)
	for cut := range nativeSession {
		if cut > 0 && nativeSession[cut-1] != '\n' {
			continue
		}
		var list []stats.Row
		r := stats.Reader{Kind: document.JSON, Row: into(&list), Labels: labels}
		s := stats.NewSession(&r)
		s.Add(r.Lines(nativeSession[:cut], stats.Place{}))
		s.Add(r.Lines(nativeSession[cut:], stats.Place{Offset: cut, Line: strings.Count(nativeSession[:cut], "\n")}))
		s.End()
		if diff := cmp.Diff(want, describe(list)); diff != "" {
			t.Errorf("cut at %d: %s", cut, diff)
		}
	}
}

func lineOf(row string) (line int) {
	_, _ = fmt.Sscan(row, &line)
	return line
}

// TestForms checks that calls are counted by form, and that targets of the format are about calls in
// text.
func TestForms(t *testing.T) {
	tally := stats.NewTally()
	for text, times := range map[string]int{nativeSession: 1, encoded(map[string]any{"role": "assistant", "content": samples[0].text}): 2} {
		for range times {
			tally.Merge(tallyOf(t, &stats.Reader{Kind: document.JSON}, text))
		}
	}
	var got []string
	for _, g := range tally.Groups(stats.ByForm, stats.ByTool) {
		got = append(got, fmt.Sprintf("%s: %d calls, %d native, %d leaked, %d refused", strings.Join(g.Key, " "), g.Calls, g.Native, g.Leaked, g.Refused))
	}
	want := []string{
		"native Read: 3 calls, 3 native, 0 leaked, 1 refused", "text read_file: 2 calls, 0 native, 0 leaked, 0 refused",
		"native Raed: 1 calls, 1 native, 0 leaked, 1 refused", "leaked Read: 0 calls, 0 native, 1 leaked, 0 refused",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if of := len(tally.Groups(stats.ByForm)); of != 3 || tally.Totals.Calls != 6 || tally.Totals.Native != 4 || tally.Totals.CallsPlain != 2 {
		t.Errorf("%d forms, %+v", of, tally.Totals)
	}
	for _, target := range tally.Targets() {
		if target.ID == "parse-success" && target.Value() != "100.00 % (2 of 2 calls)" || target.ID == "circuit-breaker" && target.Value() != "0.00 % (0 of 3 sessions)" {
			t.Errorf("%s: %s", target.ID, target.Value())
		}
	}
}

// TestBreaker checks when a session trips the circuit breaker, with native and leaked calls too.
func TestBreaker(t *testing.T) {
	for _, test := range []struct{ breaker, want int }{{0, 0}, {2, 10}, {3, 0}, {1, 4}} {
		r := stats.Reader{Kind: document.JSON, Breaker: test.breaker, Row: func(f *stats.Row) {
			if f.Tripped != (f.Line == test.want) {
				t.Errorf("breaker %d, line %d: %t", test.breaker, f.Line, f.Tripped)
			}
		}}
		// The result of line 7 is an error, line 9 leaked.
		tally := tallyOf(t, &r, strings.Replace(nativeSession, "Error: none", "none", 1))
		if got, want := tally.Totals.Tripped, int64(min(test.want, 1)); got != want {
			t.Errorf("breaker %d: %d sessions, want %d", test.breaker, got, want)
		}
	}
}
