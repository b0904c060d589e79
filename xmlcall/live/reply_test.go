package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/forge"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

func read(text string) *Reply { return Read(text, xmlcall.Options{}) }

func readChunks(chunks ...string) *Reply { return ReadChunks(chunks, xmlcall.Options{}) }

// outcome formats a reply in the terms of the cases.
func outcome(r *Reply) cases.Outcome {
	o := cases.Outcome{AssistantText: r.Message(), Thinking: r.Thinking, Memory: r.Message()}
	if r.Block == nil {
		o.Kind = "no_tool_call"
		return o
	}
	o.Memory += r.Block.Text
	if !r.Runs() {
		o.Kind = "parse_error"
		o.Error = r.Verdict.Reason
		return o
	}
	o.Kind = "call"
	o.Server, o.Tool = r.Server, r.Tool
	o.Fallback = r.Verdict.Fallback
	b := r.Block
	if i := b.Arguments(); i != xmlcall.NoElement {
		o.ArgumentsXML = b.Slice(b.Element(i).Content())
		if r.Verdict.Fallback {
			o.ArgumentsXML = xmlcall.Repair(o.ArgumentsXML)
		}
	}
	return o
}

func compareOutcome(t *testing.T, name string, r *Reply, want cases.Outcome) bool {
	t.Helper()
	got := outcome(r)
	if got.Error != "" && strings.HasSuffix(want.Error, got.Error) { // with a prefix
		want.Error = got.Error
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-runtime +live):\n%s", name, diff)
		return false
	}
	return true
}

// perRune splits text into its characters.
func perRune(text string) []string { return strings.Split(text, "") }

// TestReplyConformance checks whole replies against the live runtime: as one chunk, as
// one chunk per character, cut in two at every place, and as streams. It compares all
// fields of the outcomes except known_tool and the wording before an error's reason,
// which do not concern the format.
func TestReplyConformance(t *testing.T) {
	assistant, right, without, splits := 0, 0, 0, 0
	for _, c := range cases.Load(t, "assistant") {
		o := c.Oracle.Runtime
		if o == nil { // not UTF-8, or too large to be listed
			without++
			continue
		}
		assistant++
		ok := compareOutcome(t, c.ID+" whole", readChunks(c.Text), o.Whole)
		want := o.Whole
		if o.PerRune != nil {
			want = *o.PerRune
		}
		ok = compareOutcome(t, c.ID+" whole reply", read(c.Text), want) && ok
		ok = compareOutcome(t, c.ID+" per rune", readChunks(perRune(c.Text)...), want) && ok
		tried, same := checkSplits(t, c)
		splits += tried
		if ok && same {
			right++
		}
	}
	t.Logf("assistant: %d of %d cases, %d ways of cutting them in two (%d more have no live outcome)", right, assistant, splits, without)
	streams := 0
	right = 0
	for _, c := range cases.Load(t, "stream") {
		streams++
		if compareOutcome(t, c.ID, readChunks(c.Chunks...), *c.Oracle.Outcome) {
			right++
		}
	}
	t.Logf("stream: %d of %d cases", right, streams)
}

// callOf is the part of an outcome that describes the call.
func callOf(o cases.Outcome) cases.Outcome {
	o.AssistantText, o.Thinking, o.Memory = "", "", ""
	return o
}

// checkSplits cuts a case in two at every character. The case lists whether that
// changes the call, how often, and to what.
func checkSplits(t *testing.T, c *cases.Case) (tried int, ok bool) {
	o := c.Oracle.Runtime
	ok = true
	whole := callOf(outcome(readChunks(c.Text)))
	other := map[cases.Outcome]int{}
	for i := range c.Text {
		if i == 0 {
			continue
		}
		tried++
		if got := callOf(outcome(readChunks(c.Text[:i], c.Text[i:]))); got != whole {
			other[got]++
		}
	}
	if tried != o.SplitsTried || (len(other) > 0) != o.CallDependsOnChunking || len(other) != len(o.OtherCallOutcomes) {
		t.Errorf("%s: %d splits, %v, want %d, %v", c.ID, tried, other, o.SplitsTried, o.CallDependsOnChunking)
		ok = false
	}
	for _, want := range o.OtherCallOutcomes {
		runes := []rune(c.Text)
		r := readChunks(string(runes[:want.ExampleSplitAt]), string(runes[want.ExampleSplitAt:]))
		ok = compareOutcome(t, fmt.Sprintf("%s cut at %d", c.ID, want.ExampleSplitAt), r, want.Outcome) && ok
		if n := other[callOf(outcome(r))]; n != want.Splits {
			t.Errorf("%s: %d splits with outcome %v, want %d", c.ID, n, want.Outcome, want.Splits)
			ok = false
		}
	}
	return tried, ok
}

// place is a deviation with the text under its spans.
func place(r *Reply, d Deviation) string {
	s := fmt.Sprintf("%v: %q", d.Kind, r.Text[d.Span.Start:d.Span.End])
	if d.Cause.Len() > 0 {
		s += fmt.Sprintf(" at %d by %q at %d", d.Span.Start, r.Text[d.Cause.Start:d.Cause.End], d.Cause.Start)
	}
	return s
}

func TestRead(t *testing.T) {
	const (
		list = "<tool><tool_name>list</tool_name><arguments><path>a</path></arguments></tool>"
		tags = "<tool><tool_name>tags</tool_name></tool>"
	)
	tests := []struct {
		name, text    string
		runs          string // tool(arguments)
		reason, prose string
		deviations    []string
	}{
		{"nothing", "", "", noCall, "", nil},
		{"prose", "hello", "", noCall, "hello", nil},
		{"one call", "a" + list + "b", "list((arguments (path a)))", "", "ab", nil},
		{"gap filled", list + "\n" + tags, "tags((arguments (path a)))", "", "\n", []string{
			`field inherited: "<arguments><path>a</path></arguments>" at 33 by "<tool>" at 78`,
			`call merged: "<tool>" at 78 by "<tool>" at 0`,
		}},
		{"last wins", tags + list, "list((arguments (path a)))", "", "", []string{`call merged: "<tool>" at 40 by "<tool>" at 0`}},
		{"thinking", "<thinking>" + tags + "</thinking>" + list, "list((arguments (path a)))", "", "", []string{
			`thinking removed: "<thinking>` + tags + `</thinking>"`,
			`call in thinking: "<tool>" at 10 by "<thinking>" at 0`,
		}},
		{
			"thinking in a value", "<tool><tool_name>w</tool_name><arguments><c><![CDATA[a<thinking>b</thinking>c]]></c></arguments></tool>",
			"w((arguments (c ac)))", "", "",
			[]string{`thinking removed: "<thinking>b</thinking>"`},
		},
		{"thinking unclosed", "x<thinking>" + list, "", noCall, "x", []string{
			`thinking unclosed: "<thinking>` + list + `" at 1 by "<thinking>" at 1`,
			`call in thinking: "<tool>" at 11 by "<thinking>" at 1`,
		}},
		{"stray thinking tags", "a</thinking>b<thinking>c<thinking>d</thinking>e", "", noCall, "abe", []string{
			`thinking tag removed: "</thinking>"`, `thinking removed: "<thinking>c<thinking>d</thinking>"`, `thinking tag removed: "<thinking>"`,
		}},
		{"thinking inside a tag", "<to<thinking>hm</thinking>ol><tool_name>x</tool_name></tool>", "x", "", "", []string{`thinking removed: "<thinking>hm</thinking>"`}},
		{"no end", "Go: " + strings.TrimSuffix(list, "</tool>") + "\n", "list((arguments (path a)))", "", "Go: ", []string{`end tag supplied: "<tool>"`}},
		{"mention before", "A `<tool>` block: " + list, "", "XML syntax error on line 1: unexpected EOF", "A `", []string{`call swallowed: "<tool>" at 18 by "<tool>" at 3`}},
		{"mention behind", list + " A `<tool>` block", "list((arguments (path a)))", "", " A `", []string{
			`field inherited: "<tool_name>list</tool_name>" at 6 by "<tool>" at 81`,
			`field inherited: "<arguments><path>a</path></arguments>" at 33 by "<tool>" at 81`,
			`end tag supplied: "<tool>"`,
			`call merged: "<tool>" at 81 by "<tool>" at 0`,
		}},
		{"mention in the second", tags + "<tool><tool_name>x</tool_name><arguments/><tool>?</tool>", "", "XML syntax error on line 1: unexpected EOF", "", []string{
			`call merged: "<tool>" at 40 by "<tool>" at 0`,
			`call swallowed: "<tool>" at 82 by "<tool>" at 40`,
		}},
		{"no thinking tag", "thinking> <overthinking> /thinking>", "", noCall, "thinking> <overthinking> /thinking>", nil},
		{"in CDATA", "<tool><tool_name>w</tool_name><arguments><c><![CDATA[<tool>]]></c></arguments></tool>", "w((arguments (c <tool>)))", "", "", nil},
		{"empty call", "<tool> </tool>" + tags, "tags", "", "", []string{`call empty: "<tool> </tool>"`}},
		{"empty but for spaces of Unicode", "<tool>\u00a0\u2003</tool>" + tags, "tags", "", "", []string{`call empty: "<tool>\u00a0\u2003</tool>"`}},
		{"bad UTF-8", "\xff\xfe<tool><tool_name>x</tool_name><arguments><c>a\xffb</c></arguments></tool>", "x((arguments (c a\uFFFDb)))", "", "\uFFFD\uFFFD", []string{
			`UTF-8 replaced: "\xff\xfe"`, `UTF-8 replaced: "\xff"`,
		}},
		{
			"repaired", "<tool><tool_name>x</tool_name><arguments><c>a & b</c></arguments></tool>", "x((arguments (c a & b)))",
			"XML syntax error on line 1: invalid character entity & (no semicolon)", "", nil,
		},
		{"refused", "\n<tool>\n\n<tool_name>x</tool>", "", "XML syntax error on line 1: element <tool_name> closed by </tool>", "\n", nil},
		{"too large", "<tool><tool_name>x</tool_name>" + strings.Repeat(" ", forge.MaxSize) + ".</tool>", "", forge.TooLarge(forge.MaxSize), "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := read(tt.text)
			checkReply(t, r)
			runs := r.Tool
			if r.Arguments != nil {
				runs += "(" + compact(r.Arguments) + ")"
			}
			if runs != tt.runs || r.Verdict.Reason != tt.reason || r.Message() != tt.prose {
				t.Errorf("runs %q (%+v), message %q, want %q (%s), message %q", runs, r.Verdict, r.Message(), tt.runs, tt.reason, tt.prose)
			}
			var got []string
			for _, d := range r.Deviations {
				got = append(got, place(r, d))
			}
			if diff := cmp.Diff(tt.deviations, got); diff != "" {
				t.Errorf("deviations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOriginalOfNothing(t *testing.T) {
	if s := read("").Original(xmlcall.Span{Start: 0, End: 5}); s != (xmlcall.Span{}) {
		t.Errorf("%v", s)
	}
}

func compact(v *xmlcall.Value) string {
	s := "(" + v.Name
	if v.Text != "" {
		s += " " + v.Text
	}
	for _, c := range v.Children {
		s += " " + compact(c)
	}
	return s + ")"
}

func TestReadChunksLosses(t *testing.T) {
	const call = "<tool><tool_name>x</tool_name></tool>"
	r := readChunks("Look: <tool>", "<tool_name>x</tool_name></tool>", call)
	checkReply(t, r)
	var got []string
	for _, d := range r.Deviations {
		got = append(got, place(r, d))
	}
	want := []string{`prose lost: "Look: " at 0 by "<tool>" at 6`, `call merged: "<tool>" at 43 by "<tool>" at 6`}
	if diff := cmp.Diff(want, got); diff != "" || r.Message() != "" {
		t.Errorf("message %q, deviations (-want +got):\n%s", r.Message(), diff)
	}
	r = readChunks(call + " and " + call)
	checkReply(t, r)
	if len(r.Deviations) != 1 || place(r, r.Deviations[0]) != `call lost: "<tool>" at 0 by "<tool>" at 42` {
		t.Errorf("%v", r.Deviations)
	}
	if r = readChunks("\xc3", "\xa4"); r.Message() != "\uFFFD\uFFFD" {
		t.Errorf("a character cut in two: %q", r.Message())
	}
	if r = readChunks(); r.Verdict.Reason != noCall {
		t.Errorf("no chunks: %v", r.Verdict)
	}
	if r = readChunks(perRune("<<tool>")...); r.Message() != "" || read("<<tool>").Message() != "<" {
		t.Errorf("a '<' before a call: %q", r.Message())
	}
	// A possible prefix of a tag is held back to the next piece, and lost with it.
	if r = readChunks("a <to<thinking>", "</thinking>x <tool>", call); r.Message() != "a " {
		t.Errorf("message %q", r.Message())
	}
}

// TestOrderOfDeviations checks that deviations are in the order of the text, the longer of two
// that begin together first.
func TestOrderOfDeviations(t *testing.T) {
	var list []Deviation
	for _, s := range []xmlcall.Span{{Start: 5, End: 6}, {Start: 2, End: 3}, {Start: 2, End: 9}, {Start: 2, End: 4}, {Start: 0, End: 1}} {
		list = append(list, Deviation{Span: s})
	}
	sortDeviations(list)
	got := ""
	for _, d := range list {
		got += fmt.Sprintf(" %d-%d", d.Span.Start, d.Span.End)
	}
	if want := " 0-1 2-9 2-4 2-3 5-6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
