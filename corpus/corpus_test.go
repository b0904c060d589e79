package corpus_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/corpus"
	"github.com/entrhq/forge-lsp/diagnostics"
)

const transcript = `{"role":"assistant","content":"<tool><tool_name>read_file</tool_name><arguments><path>a.go</path></arguments></tool>"}
{"role":"assistant","content":"<tool><tool_name>read_file</tool_name><arguments><path>a<b</path></arguments></tool>"}
{"role":"assistant","content":"Done."}
`

func Example() {
	tally := corpus.NewTally()
	if err := tally.Add("session.jsonl", transcript, diagnostics.KindOf("session.jsonl"), diagnostics.Options{}, io.Discard); err != nil {
		fmt.Println(err)
	}
	all := tally.Counts()
	fmt.Printf("%d run, %d refused, %d replies without a call\n", all.Runs, all.Refused, all.Replies)
	for tool, of := range tally.By("tool") {
		fmt.Printf("%s: %d of %d refused\n", tool, of.Refused, of.Runs+of.Refused)
	}
	// Output:
	// 1 run, 1 refused, 1 replies without a call
	// read_file: 1 of 2 refused
}

// TestTally checks that tallies merge, are read as they are written, and write a row for each
// call and reply.
func TestTally(t *testing.T) {
	add := func(to *corpus.Tally, rows io.Writer) {
		t.Helper()
		if err := to.Add("a.jsonl", transcript, diagnostics.KindOf("a.jsonl"), diagnostics.Options{}, rows); err != nil {
			t.Fatal(err)
		}
	}
	one, twice := corpus.NewTally(), corpus.NewTally()
	var rows strings.Builder
	add(one, &rows)
	add(twice, nil)
	add(twice, nil)
	again, err := corpus.ReadTally(bytes.NewReader(one.Marshal()))
	if err != nil {
		t.Fatal(err)
	}
	again.Merge(one)
	if !bytes.Equal(again.Marshal(), twice.Marshal()) {
		t.Errorf("merged: %s, want %s", again.Marshal(), twice.Marshal())
	}
	if n := strings.Count(rows.String(), "\n"); n != 3 || !strings.Contains(rows.String(), `"outcome":"refused"`) {
		t.Errorf("rows: %s", &rows)
	}
	if _, err := corpus.ReadTally(strings.NewReader("{")); err == nil {
		t.Error("a tally was read from nothing")
	}
	for range one.By("nothing") {
		t.Error("there are counts by nothing")
	}
	want := fmt.Errorf("full")
	if err := one.Add("a.jsonl", transcript, diagnostics.KindOf("a.jsonl"), diagnostics.Options{}, failing{want}); err == nil {
		t.Error("a failed write was not reported")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
