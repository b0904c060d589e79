package corpus_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/corpus"
	"github.com/entrhq/forge-lsp/document"
)

// TestNumbers compares the numbers with those of a slow and obvious computation: for each
// session alone, from the known facts about its few calls.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		var text strings.Builder
		want := obvious{by: map[corpus.Dimension]map[string]corpus.Counts{}}
		for range r.IntN(10) {
			next := newTalk(r)
			text.WriteString(next.line())
			want.talk(&next)
		}
		next := newTalk(r)
		text.WriteString(next.file())
		want.talk(&next)
		tally, _ := read(t, text.String(), r.IntN(2) == 0)
		got := tally.Totals
		forget(&got)
		if diff := cmp.Diff(want.totals, got); diff != "" || tally.Sessions != want.sessions {
			t.Fatalf("%d sessions, want %d: %s", tally.Sessions, want.sessions, diff)
		}
		for d, groups := range want.by {
			for _, g := range tally.Groups(d) {
				got := g.Counts
				forget(&got)
				if diff := cmp.Diff(groups[g.Key[0]], got); diff != "" {
					t.Fatalf("%s %q: %s", d, g.Key[0], diff)
				}
				delete(groups, g.Key[0])
			}
			if len(groups) > 0 {
				t.Fatalf("no group by %s for %v", d, groups)
			}
		}
	}
}

// forget clears the fields that other tests cover.
func forget(c *corpus.Counts) {
	c.FieldsPlain, c.FieldsEscapes, c.FieldsCDATA, c.FieldsMixed = 0, 0, 0, 0
	c.Measured, c.MeasuredBytes, c.MeasuredEscaped, c.MeasuredCDATA, c.MeasuredJSON = 0, 0, 0, 0, 0
}

// obvious computes the counts of sessions.
type obvious struct {
	sessions int64
	totals   corpus.Counts
	by       map[corpus.Dimension]map[string]corpus.Counts
}

func (o *obvious) add(d corpus.Dimension, key string, c corpus.Counts) {
	if o.by[d] == nil {
		o.by[d] = map[string]corpus.Counts{}
	}
	sum := o.by[d][key]
	sum.Add(&c)
	o.by[d][key] = sum
}

func (o *obvious) talk(t *talk) {
	sum := sha256.Sum256([]byte(t.prompt))
	prompt := hex.EncodeToString(sum[:6])
	o.sessions++
	var calls []message
	for _, m := range t.messages {
		if m.call != nil {
			calls = append(calls, m)
		}
	}
	i := 0
	for _, m := range t.messages {
		if m.role != "assistant" {
			continue
		}
		c := corpus.Counts{Replies: 1}
		if m.call != nil {
			c = countsOf(calls, i)
			i++
			o.add(corpus.ByTool, m.call.tool, c)
			o.add(corpus.ByMethod, m.call.method, c)
			if m.call.cause != "" {
				o.add(corpus.ByCause, m.call.cause, c)
			}
		}
		o.totals.Add(&c)
		o.add(corpus.ByModel, m.model, c)
		o.add(corpus.ByDay, m.day, c)
		o.add(corpus.ByPrompt, prompt, c)
	}
}

func refused(s *sample) bool { return s.outcome != corpus.AsWritten && s.outcome != corpus.Repaired }

// countsOf returns the counts for one of the calls of a session.
func countsOf(calls []message, i int) (c corpus.Counts) {
	m := calls[i]
	s := m.call
	c.Calls, c.Bytes = 1, int64(len(s.text))
	switch s.outcome {
	case corpus.AsWritten:
		c.AsWritten = 1
	case corpus.Repaired:
		c.Repaired, c.ReaderRepaired = 1, 1
	case corpus.Refused:
		c.Refused = 1
	case corpus.UnknownTool:
		c.UnknownTool = 1
	case corpus.RefusedByTool:
		c.RefusedByTool = 1
	}
	if s.corrupted {
		c.Corrupted, c.Lost = 1, 1
	}
	switch s.method {
	case corpus.Plain:
		c.CallsPlain = 1
	case corpus.Escapes:
		c.CallsEscapes = 1
	case corpus.Sections:
		c.CallsCDATA = 1
	case corpus.Mixed:
		c.CallsMixed = 1
	}
	switch m.result {
	case corpus.OK:
		c.ResultOK = 1
	case corpus.Failed:
		c.ResultError = 1
	}
	retries := i > 0 && calls[i-1].call.tool == s.tool && refused(calls[i-1].call)
	if retries {
		c.Retries = 1
		return c
	}
	c.FirstTries = 1
	if s.outcome == corpus.AsWritten {
		c.FirstAsWritten = 1
	}
	if refused(s) {
		c.Chains = 1
		for k := i + 1; k < len(calls) && calls[k].call.tool == s.tool; k++ {
			if !refused(calls[k].call) {
				c.Recovered = 1
				break
			}
		}
	}
	return c
}

// TestSizes compares the lengths in other encodings with these encodings.
func TestSizes(t *testing.T) {
	envelope := func(arguments string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>"
	}
	payload := func(arguments string) string {
		return `<tool>{"server_name":"local","tool_name":"write_file","arguments":` + arguments + `}</tool>`
	}
	for _, test := range []struct{ written, escaped, cdata, json string }{
		{"<path>a</path>", "<path>a</path>", "<path>a</path>", `{"path":"a"}`},
		{
			"<path>a</path><content>x &lt; y &amp;&amp; z</content>", "<path>a</path><content>x &lt; y &amp;&amp; z</content>",
			"<path>a</path><content><![CDATA[x < y && z]]></content>", `{"path":"a","content":"x < y && z"}`,
		},
		{
			"<content><![CDATA[a]]></content>", "<content>a</content>", "<content>a</content>", `{"content":"a"}`,
		},
		{
			"<content><![CDATA[<a>\n\"b\"</a>]]></content><path>a & b</path>", "<content>&lt;a&gt;\n\"b\"&lt;/a&gt;</content><path>a &amp; b</path>",
			"<content><![CDATA[<a>\n\"b\"</a>]]></content><path><![CDATA[a & b]]></path>", `{"content":"<a>\n\"b\"</a>","path":"a & b"}`,
		},
		{
			"<edits><edit><search>a</search></edit><edit><search>b</search></edit></edits>", "<edits><edit><search>a</search></edit><edit><search>b</search></edit></edits>",
			"<edits><edit><search>a</search></edit><edit><search>b</search></edit></edits>", `{"edits":[{"search":"a"},{"search":"b"}]}`,
		},
		{"<start_line>7</start_line>", "<start_line>7</start_line>", "<start_line>7</start_line>", `{"start_line":7}`},
	} {
		f := only(t, envelope(test.written))
		want := [...]int{len(envelope(test.written)), len(envelope(test.escaped)), len(envelope(test.cdata)), len(payload(test.json))}
		if got := [...]int{f.Bytes, f.Escaped, f.CDATA, f.JSON}; got != want {
			t.Errorf("%s: as written, escaped, in CDATA, as JSON: %d, want %d", test.written, got, want)
		}
	}
	if f := only(t, envelope("<path>a < b</path>")); f.JSON != 0 || f.Bytes == 0 {
		t.Errorf("what a refused call would be in JSON is known: %+v", f)
	}
}

// only returns the single row of a reply.
func only(t *testing.T, text string) corpus.Fact {
	t.Helper()
	list := rowsOf(t, text, document.Reply)
	if len(list) != 1 {
		t.Fatalf("%d rows of %s", len(list), text)
	}
	return list[0]
}

// rowsOf returns the rows of a text.
func rowsOf(t *testing.T, text string, kind document.Kind) (list []corpus.Fact) {
	t.Helper()
	s := corpus.NewSession()
	s.Row = func(f *corpus.Fact) error {
		list = append(list, *f)
		return nil
	}
	r := corpus.Reader{Path: "x", Kind: kind, Rows: true}
	s.Add(r.Read(text))
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestMethods checks the methods of values.
func TestMethods(t *testing.T) {
	for arguments, want := range map[string]string{
		"<path>a</path>":                                            "plain: path plain",
		"<path>a &amp; b</path>":                                    "escapes: path escapes",
		"<path>a & b</path>":                                        "plain: path plain",
		"<path> <![CDATA[a]]>\n</path>":                             "cdata: path cdata",
		"<path>a<![CDATA[b]]></path>":                               "mixed: path mixed",
		"<path>a&gt;</path><content><![CDATA[b]]></content>":        "mixed: path escapes, content cdata",
		"<path/><edits><edit><search>a&lt;</search></edit></edits>": "escapes: path plain, edits/edit/search escapes",
		"<path><![CDATA[a]]>":                                       "cdata: path cdata",
		"":                                                          "plain: ",
	} {
		f := only(t, "<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>")
		var fields []string
		for _, field := range f.Fields {
			fields = append(fields, field.Name+" "+field.Method)
		}
		if got := f.Method + ": " + strings.Join(fields, ", "); got != want {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
}

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
		{Kind: "call", Role: "user", Outcome: "as_written", Line: 2, Message: 2, Number: 1, First: true},
		{Kind: "reply", Role: "assistant", Model: m, Day: day, Line: 6, Message: 6, Meant: true},
		{Kind: "call", Role: "assistant", Model: m, Day: day, Outcome: "refused", Ended: "recovered", Result: "error", Line: 3, Message: 3, Number: 2, Retries: 2, Meant: true},
		{Kind: "call", Role: "assistant", Model: m, Day: day, Outcome: "refused", Ended: "recovered", Line: 5, Message: 5, Number: 3, RetryOf: 2, Retries: 1, Meant: true},
		{Kind: "call", Role: "assistant", Model: m, Day: day, Outcome: "as_written", Ended: "recovered", Result: "ok", Line: 7, Message: 7, Number: 4, RetryOf: 2, Meant: true},
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
	part := (&corpus.Reader{Path: "x", Kind: document.JSON, Rows: true, Malformed: true}).Read(text)
	s, found := corpus.NewSession(), 0
	s.Row = func(f *corpus.Fact) error {
		if f.Kind != corpus.Leaked {
			return nil
		}
		found++
		if f.Line != 3 || f.Message != 3 || f.Role != "assistant" || f.Tool != "run" {
			t.Errorf("%+v", f)
		}
		return nil
	}
	s.Add(part)
	if err := s.End(); err != nil || found != 1 {
		t.Errorf("%d rows, %v", found, err)
	}
	if all := s.Tally().Malformed(); len(all) != 1 || all[0].Tool != "run" || len(all[0].Sample) != 1 || all[0].Sample[0].Line != 3 {
		t.Errorf("malformed: %+v", all)
	}
}
