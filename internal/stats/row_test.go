package stats_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestFacts compares the result for a session with everything with the documentation.
func TestFacts(t *testing.T) {
	line := func(v map[string]any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	wrong := block("read_file", "<path>a < b</path>")
	text := line(map[string]any{"role": "system", "content": "Write <tool>."}) +
		line(map[string]any{"role": "user", "content": "Like this:\n\n" + samples[0].text}) +
		line(map[string]any{"role": "assistant", "content": wrong, "model": "m", "timestamp": "2026-11-01T00:00:00Z"}) +
		line(map[string]any{"role": "tool", "content": "ERROR: invalid XML"}) +
		line(map[string]any{"role": "assistant", "content": wrong}) +
		line(map[string]any{"role": "assistant", "content": "Once more."}) +
		line(map[string]any{"role": "assistant", "content": samples[0].text}) +
		line(map[string]any{"role": "tool", "content": "Tool 'read_file' result:\nx"})
	type row struct {
		Kind, Role, Model, Day, Outcome, Ended, Result string
		Line, Message, Number, RetryOf, Retries        int
		First, Meant                                   bool
	}
	var got []row
	for _, f := range rowsOf(t, text, document.JSON) {
		got = append(got, row{f.Kind, f.Role, f.Model, f.Day, f.Outcome, f.Ended, f.Result, f.Line, f.Message, f.Number, f.RetryOf, f.Retries, f.First, f.Meant})
	}
	const m, day = "m", "2026-11-01"
	want := []row{
		{Kind: "call", Role: "user", Outcome: "runs", Line: 2, Message: 2, Number: 1, First: true},
		{Kind: "reply", Role: "assistant", Model: m, Day: day, Line: 6, Message: 6, Meant: true},
		{Kind: "call", Role: "assistant", Model: m, Day: day, Outcome: "refused", Ended: "recovered", Result: "error", Line: 3, Message: 3, Number: 2, Retries: 2, Meant: true},
		{Kind: "call", Role: "assistant", Model: m, Day: day, Outcome: "refused", Ended: "recovered", Line: 5, Message: 5, Number: 3, RetryOf: 2, Retries: 1, Meant: true},
		{Kind: "call", Role: "assistant", Model: m, Day: day, Outcome: "runs", Ended: "recovered", Result: "ok", Line: 7, Message: 7, Number: 4, RetryOf: 2, Meant: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLeakedRow checks the row of a call that leaked, after lines without calls.
func TestLeakedRow(t *testing.T) {
	const leak = `<invoke name=\"run\">\n<parameter name=\"command\">make</parameter>\n</invoke>`
	text := `{"role":"user","content":"a"}` + "\n" +
		`{"role":"assistant","content":"b","tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{}"}}]}` + "\n" +
		`{"role":"assistant","content":"I run it.\n\n` + leak + `"}` + "\n"
	found := 0
	reader := stats.Reader{Path: "x", Kind: document.JSON, Examples: true, Row: func(f *stats.Row) {
		if f.Kind != stats.Leaked {
			return
		}
		found++
		if f.Line != 3 || f.Message != 3 || f.Role != "assistant" || f.Tool != "run" {
			t.Errorf("%+v", f)
		}
	}}
	tally := tallyOf(t, &reader, text)
	if found != 1 {
		t.Errorf("%d rows", found)
	}
	if all := tally.Examples(); len(all) != 1 || all[0].Tool != "run" || len(all[0].Examples) != 1 || all[0].Examples[0].Line != 3 {
		t.Errorf("examples: %+v", all)
	}
}

// TestLeakedOrder checks that the rows of a conversation with a call that leaked are in the order
// of the text.
func TestLeakedOrder(t *testing.T) {
	text := encoded(map[string]any{"messages": []any{
		map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"type": "function", "function": map[string]any{"name": "x", "arguments": "{}"}}}},
		map[string]any{"role": "assistant", "content": "<invoke name=\"run\">\n<parameter name=\"command\">make</parameter>\n</invoke>"},
		map[string]any{"role": "user", "content": "Not like this:\n\n" + samples[0].text},
		map[string]any{"role": "assistant", "content": "Well."},
	}})
	var got []string
	for _, f := range rowsOf(t, text, document.JSON) {
		got = append(got, fmt.Sprintf("%s %s, message %d", f.Kind, f.Tool, f.Message))
	}
	want := []string{"call x, message 1", "leaked run, message 2", "reply , message 2", "call read_file, message 3", "reply , message 4"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// only returns the single row of a reply.
func only(t *testing.T, text string) stats.Row {
	t.Helper()
	list := rowsOf(t, text, document.Reply)
	if len(list) != 1 {
		t.Fatalf("%d rows of %s", len(list), text)
	}
	return list[0]
}

// rowsOf returns the rows of a text.
func rowsOf(t *testing.T, text string, kind document.Kind) (list []stats.Row) {
	t.Helper()
	tallyOf(t, &stats.Reader{Path: "x", Kind: kind, Row: into(&list)}, text)
	return list
}

// into returns what takes rows and appends them to a list.
func into(list *[]stats.Row) func(*stats.Row) {
	return func(row *stats.Row) { *list = append(*list, *row) }
}

// tallyOf reads a text.
func tallyOf(t *testing.T, r *stats.Reader, text string) *stats.Tally {
	t.Helper()
	s := stats.NewSession(r)
	s.Read(text)
	s.End()
	return s.Tally()
}
