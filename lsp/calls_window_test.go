package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// windowOf asks for a window of the list of calls of file:///a.jsonl.
func windowOf(t *testing.T, c *testClient, params string) (w callWindow) {
	t.Helper()
	c.Result("forge/callList", `{"textDocument":{"uri":"file:///a.jsonl"},`+params+`}`, &w)
	return w
}

// shown formats the rows of a window: headings, and calls with their index and line.
func (w callWindow) shown() string {
	var rows []string
	for _, r := range w.List {
		if r.Call == nil {
			rows = append(rows, fmt.Sprintf("%d %s", r.Row, r.Heading))
		} else {
			rows = append(rows, fmt.Sprintf("%d #%d %s line %d", r.Row, r.Index, r.Call.Outcome, r.Call.Range.Start.Line+1))
		}
	}
	return strings.Join(rows, "\n")
}

func TestCallsWindow(t *testing.T) {
	c := start(t, Options{}, `{}`)
	const (
		sound   = `<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>`
		refused = `<tool>\n<tool_name>read_file</tool_name>\n<arguments><a b></path></arguments>\n</tool>`
	)
	line := func(role string, calls ...string) string {
		return `{"role":"` + role + `","content":"` + strings.Join(calls, `\n\n`) + `"}` + "\n"
	}
	c.open("file:///a.jsonl", 1, line("user", "a")+line("assistant", sound, sound)+line("assistant", sound, refused)+line("assistant", sound))

	w := windowOf(t, c, `"limit":100`)
	want := `0 Message 2 · assistant
1 #1 ignored line 2
2 #2 runs line 2
3 Message 3 · assistant
4 #3 refused line 3
5 #4 refused line 3
6 Message 4 · assistant
7 #5 runs line 4`
	if got := w.shown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if w.Rows != 8 || w.Listed != 5 || w.Counts["all"] != 5 || w.Counts["refused"] != 2 || w.Counts["ignored"] != 1 || w.Counts["broken"] != 3 || w.Counts["leaked"] != 0 {
		t.Errorf("%+v", w)
	}
	var all []callItem
	c.Result("forge/calls", `{"textDocument":{"uri":"file:///a.jsonl"}}`, &all)
	var listed []callItem
	for _, r := range w.List {
		if r.Call != nil {
			listed = append(listed, *r.Call)
		}
	}
	if !slices.EqualFunc(all, listed, func(a, b callItem) bool {
		return fmt.Sprintf("%+v", a.Range) == fmt.Sprintf("%+v", b.Range) && a.Text == b.Text
	}) {
		t.Errorf("the window has\n%+v\nand the list\n%+v", listed, all)
	}

	rows := strings.Split(want, "\n")
	for from := 0; from <= len(rows); from++ {
		for limit := 1; limit <= len(rows); limit++ {
			first := from
			part := strings.Join(rows[first:min(len(rows), first+limit)], "\n")
			if got := windowOf(t, c, fmt.Sprintf(`"from":%d,"limit":%d`, from, limit)).shown(); got != part {
				t.Errorf("from %d, %d rows: got\n%s\nwant\n%s", from, limit, got, part)
			}
		}
	}

	if got := windowOf(t, c, `"only":"refused","limit":9`); got.shown() != "0 Message 3 · assistant\n1 #1 refused line 3\n2 #2 refused line 3" || got.Counts["all"] != 5 || got.Listed != 2 {
		t.Errorf("only the refused: %+v", got)
	}
	if got := windowOf(t, c, `"only":"leaked","limit":9`); got.Rows != 0 || got.Chosen != nil || got.List == nil {
		t.Errorf("of a kind without calls: %+v", got)
	}
	if got := windowOf(t, c, `"limit":1000000000`); len(got.List) != 8 {
		t.Errorf("a large limit: %+v", got)
	}

	third := w.List[4].Call.Range.Start
	at := fmt.Sprintf(`"position":{"line":%d,"character":%d}`, third.Line, third.Character)
	for _, choice := range []struct {
		what, choose string
		want         int // its index
	}{
		{"the first that is broken", ``, 1},
		{"at a position", `,"choose":{` + at + `}`, 3},
		{"in no call", `,"choose":{"position":{"line":0,"character":0}}`, 1},
		{"the same as before", `,"choose":{` + at + `,"tool":"read_file","index":1}`, 3},
		{"as many calls are before it", `,"choose":{"position":{"line":0,"character":0},"tool":"read_file","index":4}`, 4},
		{"another tool", `,"choose":{` + at + `,"tool":"write_file","index":1}`, 1},
	} {
		got := windowOf(t, c, `"limit":1`+choice.choose).Chosen
		if got == nil || got.Index != choice.want || got.Call == nil || got.Row != slices.IndexFunc(w.List, func(r callRow) bool { return r.Index == choice.want }) {
			t.Errorf("%s: %+v, want call %d", choice.what, got, choice.want)
		}
	}
}
