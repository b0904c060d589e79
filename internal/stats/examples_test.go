package stats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestExamples checks which calls are examples, as they were written, and how many there are.
func TestExamples(t *testing.T) {
	var b strings.Builder
	for i, s := range samples {
		for range i%2 + 1 {
			b.WriteString(encoded(map[string]any{"role": "assistant", "content": "I do it.\n\n" + s.text, "model": "m"}))
		}
	}
	b.WriteString(encoded(map[string]any{"role": "user", "content": samples[6].text}))
	large := strings.Repeat("<", stats.MaxText)
	b.WriteString(encoded(map[string]any{"role": "assistant", "content": block("read_file", "<path>"+large+"</path>")}))
	tally := tallyOf(t, &stats.Reader{Path: "x.jsonl", Kind: document.JSON, Examples: true}, b.String())
	var got []string
	for _, of := range tally.Examples() {
		got = append(got, fmt.Sprintf("%s, %s: %d", of.Rule, of.Tool, of.Calls))
		for _, e := range of.Examples {
			if e.Source != "x.jsonl" || !slices.ContainsFunc(samples, func(s sample) bool { return s.text == e.Text }) {
				t.Errorf("%s:%d: %s", e.Source, e.Line, e.Text)
			}
			got = append(got, e.Verdict)
		}
	}
	want := []string{
		"corrupted-cdata, write_file: 2", "data lost, repaired, tool accepts",
		"raw-less-than, read_file: 1", // too large
		"raw-less-than, write_file: 1", "refused by the reader",
		"type-mismatch, read_file: 1", "refused by its tool",
		"unescaped-ampersand, read_file: 1", "repaired, tool accepts",
		"unknown-tool, no_such_tool: 2", "refused, no such tool",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDocumentRows checks that calls in a document, which has no messages, have rows.
func TestDocumentRows(t *testing.T) {
	list := rowsOf(t, "# Title\n\n"+samples[0].text+"\n\nText.\n\n"+samples[6].text+"\n", document.Document)
	if len(list) != 2 || list[0].Meant || list[0].Line != 3 || list[1].Outcome != stats.Refused || list[1].Number != 2 {
		t.Errorf("%+v", list)
	}
}

// TestResultByUser checks that the answer to a call may be in a message of the user, and not in
// that of a system.
func TestResultByUser(t *testing.T) {
	for role, want := range map[string]string{"user": stats.OK, "tool": stats.OK, "system": ""} {
		text := encoded(map[string]any{"role": "assistant", "content": samples[0].text}) +
			encoded(map[string]any{"role": role, "content": "Tool 'read_file' result:\n12 lines"})
		if list := rowsOf(t, text, document.JSON); len(list) != 1 || list[0].Result != want {
			t.Errorf("answered by %s: %+v", role, list)
		}
	}
}

// calling returns a conversation of some messages with a call each, and answers.
func calling(n int) string {
	var list []any
	for i := range n {
		list = append(list, map[string]any{"role": "assistant", "content": samples[i%len(samples)].text},
			map[string]any{"role": "user", "content": "Error: no"})
	}
	return encoded(map[string]any{"messages": list, "model": "m"})
}

// TestWhole checks that the rows of a source that is read as a whole are those of the same messages on
// a line each, except for the places.
func TestWhole(t *testing.T) {
	const calls = 700
	whole := rowsOf(t, strings.TrimSuffix(calling(calls), "\n"), document.JSON)
	lines := strings.Builder{}
	for i := range calls {
		lines.WriteString(encoded(map[string]any{"role": "assistant", "content": samples[i%len(samples)].text, "model": "m"}))
		lines.WriteString(encoded(map[string]any{"role": "user", "content": "Error: no"}))
	}
	single := rowsOf(t, lines.String(), document.JSON)
	for _, list := range [][]stats.Row{whole, single} {
		for i := range list {
			list[i].Line, list[i].Offset, list[i].Session = 0, 0, 0
		}
	}
	if diff := cmp.Diff(single, whole); diff != "" {
		t.Error(diff)
	}
	if len(whole) != calls {
		t.Errorf("%d rows", len(whole))
	}
}
