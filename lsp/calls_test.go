package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/internal/test/schema"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

const someCalls = "😀 <tool>\n<tool_name>task_completion</tool_name>\n<arguments><result>x</result></arguments>\n</tool>\n\n" +
	"<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a&b</path></arguments>\n</tool>\n\n" +
	"<tool>\n<server_name>elsewhere</server_name>\n<tool_name>x</tool_name>\n<arguments><path>a<b</path></arguments>\n</tool>\n\n" +
	"<tool>\n<tool_name>read_file</tool_name>\n<arguments></arguments>\n</tool>\n\n" +
	"<tool>\n<tool_name>write_to_file</tool_name>\n<arguments></arguments>\n</tool>\n\n" +
	"<Tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n"

// TestCalls checks the outcomes of a document's calls, as the editor requests them.
func TestCalls(t *testing.T) {
	c := start(t, Config{}, `{}`)
	params := `{"textDocument":{"uri":"file:///a.md"}}`
	expect := func(what, summary, calls string) {
		t.Helper()
		if m := c.Call("forge/summary", params); string(m.Result) != summary {
			t.Errorf("%s: %v", what, m)
		}
		if m := c.Call("forge/calls", params); string(m.Result) != calls {
			t.Errorf("%s: %v", what, m)
		}
		schema.Validate(t, "forge_summary", summary)
	}
	none := `{"calls":0,"outcomes":{"runs":0,"repaired":0,"altered":0,"refused":0,"ignored":0},"worst":"","text":"no calls","line":"0 calls","details":"There are no tool calls in this file."}`
	nothing := `{"filters":[],"none":"","listed":0,"rows":0,"list":[]}`
	expect("before it is open", none, nothing)
	c.open("file:///a.md", 1, someCalls)

	lines := func(from, character, to, end int) (r wire.Range) {
		r.Start.Line, r.Start.Character, r.End.Line, r.End.Character = from, character, to, end
		return r
	}
	type call struct {
		Range                             wire.Range
		Server, Tool, Outcome, By, Reason string
		Checked                           bool
	}
	var list struct{ List []struct{ Call call } }
	counts := `{"calls":6,"outcomes":{"runs":1,"repaired":1,"altered":0,"refused":3,"ignored":1},"worst":"error",` +
		`"text":"6 calls, 1 repaired, 3 refused, 1 never runs",` +
		`"line":"6 calls: 1 runs, 1 repaired, 3 refused (1 by its tool, 1 names an unknown tool), 1 never runs",`
	m := c.Call("forge/summary", params)
	if !strings.HasPrefix(string(m.Result), counts) {
		t.Error(m)
	}
	schema.Validate(t, "forge_summary", string(m.Result))
	c.Result("forge/calls", params, &list)
	var calls []call
	for _, r := range list.List {
		calls = append(calls, r.Call)
	}
	m = c.Call("forge/calls", params)
	if strings.Contains(string(m.Result), `"message"`) {
		t.Errorf("a prompt has messages: %v", m)
	}
	schema.Validate(t, "forge_calls", string(m.Result))
	want := []call{
		{lines(0, 3, 3, 7), "local", "task_completion", "runs", "", "", true},
		{lines(5, 0, 8, 7), "local", "read_file", "repaired", "", "XML syntax error on line 8: invalid character entity &b (no semicolon)", true},
		{lines(10, 0, 14, 7), "elsewhere", "x", "refused", "reader", "XML syntax error on line 14: expected attribute name in element", false},
		{lines(16, 0, 19, 7), "local", "read_file", "refused", "tool", "<path> is missing", true},
		{lines(21, 0, 24, 7), "local", "write_to_file", "refused", "tool", "there is no such tool", false},
		{lines(26, 0, 29, 7), "local", "list_tags", "ignored", "", "the runtime does not recognize it as a call", false},
	}
	if !slices.Equal(calls, want) {
		t.Errorf("got\n%+v\nwant\n%+v", calls, want)
	}

	c.Change("file:///a.md", 2, wire.Part(7, 0, 7, 0, "< "))
	var summary ls.Summary
	c.Result("forge/summary", params, &summary)
	if summary.Outcomes[diagnostics.Refused] != 4 {
		t.Errorf("%+v after a change", summary)
	}
	c.Notify("textDocument/didClose", params)
	expect("when it is closed", none, nothing)

	for _, bad := range []string{`null`, `[]`, `{"textDocument":7}`} {
		if m := c.CallOdd("forge/calls", bad); m.Error == nil || m.Error.Code != -32602 {
			t.Errorf("%s: %v", bad, m)
		}
	}
}

// calls formats the calls of a file, as a list shows them.
func (q *question) calls() string {
	var w callWindow
	q.ask(methodCalls, "", &w)
	var b strings.Builder
	for _, r := range w.List {
		c := r.Call
		if c == nil {
			b.WriteString(r.Heading + "\n")
			continue
		}
		fmt.Fprintf(&b, "%s %s (%s): %s: %s", c.Tool, c.About, strings.TrimSuffix(c.Outcome+", "+c.Form, ", "), c.Text, c.Short)
		if !c.AsMeant {
			b.WriteString(", not as meant")
		}
		if c.Problem != nil {
			var place wire.Range
			raw, err := json.Marshal(c.Problem)
			if err != nil || json.Unmarshal(raw, &place) != nil {
				q.Fatalf("%v", c.Problem)
			}
			b.WriteString(" at " + q.shown(place))
		}
		b.WriteByte('\n')
		for _, lost := range c.Lost {
			fmt.Fprintf(&b, "\tlost: %s\n", lost)
		}
	}
	return b.String()
}

// summary formats the summary of a file's calls.
func (q *question) summary() string {
	var s ls.Summary
	q.ask(methodSummary, "", &s)
	return fmt.Sprintf("%s (%s)\n%s\n%s\n", s.Text, s.Worst, s.Line, s.Details)
}

// received formats the values that the tool of a call receives.
func (q *question) received() string {
	var r *ls.Received
	if q.ask(methodReceived, q.position(), &r); r == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", r.Tool, r.Text)
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "--- %s\n%s\n+++\n%s\n", c.Path, c.Before, c.After)
	}
	return b.String()
}

// values writes down what the tool of a call receives, as plain values, and the lines of a diff.
func (q *question) values() string {
	var r *ls.Received
	if q.ask(methodReceived, q.position(), &r); r == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\n", r.Tool, strings.Join(r.Verdicts, "\n"), r.Heading)
	for _, v := range r.Values {
		fmt.Fprintf(&b, "%s%s (%s) %s %q", strings.Repeat("  ", v.Depth+1), v.Name, v.Type, v.Kind, v.Text)
		for _, more := range []string{v.Language, v.More, v.Note} {
			if more != "" {
				b.WriteString(", " + more)
			}
		}
		if v.Lost {
			b.WriteString(", lost")
		}
		b.WriteByte('\n')
	}
	b.WriteString(r.More + "\n")
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "%s:\n", c.Path)
		for _, l := range c.Lines {
			fmt.Fprintf(&b, "\t%s%s\n", l.Sign, l.Text)
		}
		b.WriteString(c.More)
	}
	return b.String()
}

// correction writes down what the model is told about a call.
func (q *question) correction() string {
	var c *ls.NotedText
	if q.ask(methodCorrection, q.position(), &c); c == nil {
		return ""
	}
	return fmt.Sprintf("%s\n%s", c.Note, c.Text)
}

// written writes down a call in other forms.
func (q *question) written() string {
	var forms []ls.WrittenForm
	q.ask(methodWritten, q.position(), &forms)
	var b strings.Builder
	for _, f := range forms {
		fmt.Fprintf(&b, "%s: %s\n%s\n", f.Form, f.Note, f.Text)
	}
	return b.String()
}

// fixed formats a call with all certain fixes.
func (q *question) fixed() string {
	var f *ls.NotedText
	if q.ask(methodFixedCall, q.position(), &f); f == nil {
		return ""
	}
	return fmt.Sprintf("%s\n%s\n", f.Note, f.Text)
}

// insert formats the items whose labels are arguments, and the labels of the others.
func (q *question) insert() string {
	var items []item
	q.ask(methodInsertCall, q.position(), &items)
	var b strings.Builder
	for i := range items {
		if it := &items[i]; slices.Contains(q.arguments, it.Label) {
			insert, replace := it.ranges()
			if insert != replace || it.InsertTextFormat != 2 {
				q.Errorf("%+v", it)
			}
			fmt.Fprintf(&b, "%s (%s), at %s\n\t%s\n", it.Label, it.Detail, q.shown(replace), strings.ReplaceAll(it.TextEdit.NewText, "\n", "\n\t"))
		}
	}
	if len(items) > 0 {
		fmt.Fprintf(&b, "%d tools\n", len(items))
	}
	return b.String()
}

// windowOf asks for a window of the list of calls of file:///a.jsonl.
type callWindow struct{ ls.Window[callItem] }

func windowOf(t *testing.T, c *testClient, params string) (w callWindow) {
	t.Helper()
	c.Result("forge/calls", `{"textDocument":{"uri":"file:///a.jsonl"}`+params+`}`, &w)
	return w
}

// shown formats the rows of a window: headings, and calls with their index and line.
func (w callWindow) shown() string {
	var rows []string
	for _, r := range w.List {
		if r.Call == nil {
			rows = append(rows, fmt.Sprintf("%d %s (%s): %s", r.Number, r.Heading, r.Outcome, r.Counts))
		} else {
			rows = append(rows, fmt.Sprintf("%d #%d %s line %d", r.Number, r.Index, r.Call.Outcome, r.Call.Range.Start.Line+1))
		}
	}
	return strings.Join(rows, "\n")
}

// counts formats how many calls each filter lists.
func (w callWindow) counts() string {
	var list []string
	for _, f := range w.Filters {
		list = append(list, fmt.Sprint(f.Text, " ", f.Calls))
	}
	return strings.Join(list, ", ")
}

func TestCallsWindow(t *testing.T) {
	c := start(t, Config{}, `{}`)
	const (
		sound   = `<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>`
		refused = `<tool>\n<tool_name>read_file</tool_name>\n<arguments><a b></path></arguments>\n</tool>`
	)
	line := func(role string, calls ...string) string {
		return `{"role":"` + role + `","content":"` + strings.Join(calls, `\n\n`) + `"}` + "\n"
	}
	c.open("file:///a.jsonl", 1, line("user", "a")+line("assistant", sound, sound)+line("assistant", sound, refused)+line("assistant", sound))

	w := windowOf(t, c, "")
	want := `0 Message 2 · assistant (ignored): 2 calls, 1 never runs
1 #1 ignored line 2
2 #2 runs line 2
3 Message 3 · assistant (refused): 2 calls, 2 refused
4 #3 refused line 3
5 #4 refused line 3
6 Message 4 · assistant (runs): 1 call
7 #5 runs line 4`
	if got := w.shown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const filters = "All 5, Not as meant 3, Never runs 1, Refused 2, Data lost 0, Repaired 0, Unknown 0, Runs 2, Leaked 0, Native 0"
	if w.Rows != 8 || w.Listed != 5 || w.counts() != filters {
		t.Errorf("%+v", w)
	}
	rows := strings.Split(want, "\n")
	for from := 0; from <= len(rows); from++ {
		for limit := 1; limit <= len(rows); limit++ {
			first := from
			part := strings.Join(rows[first:min(len(rows), first+limit)], "\n")
			if got := windowOf(t, c, fmt.Sprintf(`,"from":%d,"limit":%d`, from, limit)).shown(); got != part {
				t.Errorf("from %d, %d rows: got\n%s\nwant\n%s", from, limit, got, part)
			}
		}
	}

	if got := windowOf(t, c, `,"only":"refused","limit":9`); got.shown() != "0 Message 3 · assistant (refused): 2 calls, 2 refused\n1 #1 refused line 3\n2 #2 refused line 3" || got.counts() != filters || got.Listed != 2 {
		t.Errorf("only the refused: %+v", got)
	}
	if got := windowOf(t, c, `,"only":"leaked","limit":9`); got.Rows != 0 || got.Chosen != nil || got.List == nil || got.None != "No call leaked into text." {
		t.Errorf("of a kind without calls: %+v", got)
	}
	if got := windowOf(t, c, `,"limit":1000000000`); len(got.List) != 8 {
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
		{"the next, where its problem is", `,"choose":{` + at + `,"step":1}`, 3},
		{"the one before", `,"choose":{` + at + `,"step":-1}`, 2},
		{"the fourth after it, past the last", `,"choose":{` + at + `,"step":4}`, 1},
		{"the fourth before it, past the first", `,"choose":{` + at + `,"step":-4}`, 4},
		{"many after it", `,"choose":{` + at + `,"step":5002}`, 4},
		{"the first after the start", `,"choose":{"position":{"line":0,"character":0},"step":1}`, 1},
		{"the last before it", `,"choose":{"position":{"line":0,"character":0},"step":-1}`, 5},
		{"the next that does not run", `,"only":"broken","choose":{` + at + `,"step":3}`, 1},
		{"another tool", `,"choose":{` + at + `,"tool":"write_file","index":1}`, 1},
	} {
		got := windowOf(t, c, `,"limit":1`+choice.choose).Chosen
		if got == nil || got.Index != choice.want || got.Call == nil || got.Number != slices.IndexFunc(w.List, func(r ls.Row[callItem]) bool { return r.Index == choice.want }) {
			t.Errorf("%s: %+v, want call %d", choice.what, got, choice.want)
		}
	}
}

func TestRecognize(t *testing.T) {
	c := start(t, Config{}, `{}`)
	for text, want := range map[string]recognizeResult{
		inCall("a & b"):                        {"reply", ".reply"},
		"# Title\n\nWords.\n":                  {"prose", ".md"},
		`{"role":"user","content":"\u003ctool`: {"json", ".json"},
		"package main\n\nconst p = `<tool>`\n": {"go", ".go"},
		"":                                     {"prose", ".md"},
	} {
		var got recognizeResult
		c.Result("forge/recognize", `{"text":`+wire.Quote(text)+`}`, &got)
		if got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	wantError(t, c.CallOdd("forge/recognize", `{"text":1}`), invalidParams)
}
