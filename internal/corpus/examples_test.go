package corpus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
)

// TestExamples checks which calls a tally has as examples, and how many there are of each.
func TestExamples(t *testing.T) {
	var b strings.Builder
	for i, s := range samples {
		for range i%2 + 1 {
			b.WriteString(encoded(map[string]any{"role": "assistant", "content": s.text, "model": "m"}))
		}
	}
	b.WriteString(encoded(map[string]any{"role": "user", "content": samples[6].text}))
	tally, _ := read(t, b.String(), false)
	var got []string
	for _, e := range tally.Examples() {
		got = append(got, fmt.Sprintf("%s, %s, %s, %t: %d", e.Cause, e.Tool, e.Outcome, e.Lost, e.Calls))
	}
	want := []string{
		"corrupted-cdata, write_file, altered, true: 2",
		"raw-less-than, write_file, refused, false: 1",
		"type-mismatch, read_file, refused, false: 1",
		"unknown-tool, no_such_tool, refused, false: 2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestChoose checks that different examples are chosen of malformed calls, and that none is chosen
// twice.
func TestChoose(t *testing.T) {
	var b strings.Builder
	for _, path := range []string{"alice < x", "bob < y", "carol < z"} {
		b.WriteString(encoded(map[string]any{"role": "assistant", "content": block("read_file", "<path>"+path+"</path>")}))
	}
	for i := range 3 {
		b.WriteString(encoded(map[string]any{"role": "assistant", "content": block("read_file", strings.Repeat("<path>a</path>", i)+"<start_line>x</start_line>")}))
	}
	r := corpus.Reader{Path: "x.jsonl", Kind: document.JSON, Malformed: true}
	s := corpus.NewSession()
	for part := range r.Read(b.String()) {
		s.Add(part)
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Tally().Malformed() {
		all, leftOut := m.Choose(9)
		texts := map[string]bool{}
		for i := range all {
			texts[all[i].Text] = true
		}
		if m.Rule == "raw-less-than" && (m.Calls != 3 || len(all) != 1) {
			t.Errorf("%d examples of %d calls that differ in their words only", len(all), m.Calls)
		}
		if len(texts) != len(all) || leftOut != 0 {
			t.Errorf("%s: %d different texts of %d, %d left out", m.Rule, len(texts), len(all), leftOut)
		}
		if one, _ := m.Choose(1); len(one) != 1 || one[0].Text != all[0].Text {
			t.Errorf("%s: another one is the first of one", m.Rule)
		}
		if none, _ := m.Choose(0); none != nil {
			t.Errorf("%s: none are %d", m.Rule, len(none))
		}
	}
}

// TestDocumentRows checks that calls in a document, which has no messages, have rows.
func TestDocumentRows(t *testing.T) {
	list := rowsOf(t, "# Title\n\n"+samples[0].text+"\n\nText.\n\n"+samples[6].text+"\n", document.Document)
	if len(list) != 2 || list[0].Meant || list[0].Line != 3 || list[1].Outcome != corpus.Refused || list[1].Number != 2 {
		t.Errorf("%+v", list)
	}
}

// TestCounts checks the sums of outcomes, and the counts of a reply without a call.
func TestCounts(t *testing.T) {
	c := corpus.Counts{Calls: 20, Refused: 1, RefusedByTool: 2, UnknownTool: 4}
	if c.Refusals() != 7 || c.Read() != 19 {
		t.Errorf("%d are refused, %d are read", c.Refusals(), c.Read())
	}
	list := rowsOf(t, "Nothing to do.", document.Reply)
	if len(list) != 1 || list[0].Kind != corpus.Reply || !list[0].Meant || !list[0].First {
		t.Errorf("a reply without a call: %+v", list)
	}
}

// TestResultByUser checks that the answer to a call may be in a message of the user, and not in
// that of a system.
func TestResultByUser(t *testing.T) {
	for role, want := range map[string]string{"user": corpus.OK, "tool": corpus.OK, "system": ""} {
		text := encoded(map[string]any{"role": "assistant", "content": samples[0].text}) +
			encoded(map[string]any{"role": role, "content": "Tool 'read_file' result:\n12 lines"})
		if list := rowsOf(t, text, document.JSON); len(list) != 1 || list[0].Result != want {
			t.Errorf("answered by %s: %+v", role, list)
		}
	}
}
