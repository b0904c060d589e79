package live

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/entrhq/forge-lsp/xmlcall/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

func read(text string) *Reply { return Read(text, xmlcall.Options{}) }

func readChunks(chunks ...string) *Reply { return ReadChunks(chunks, xmlcall.Options{}) }

// outcome puts a reply in the words of the cases.
func outcome(r *Reply) cases.Outcome {
	o := cases.Outcome{AssistantText: r.Message, Thinking: r.Thinking, Memory: r.Message}
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
	if i, ok := b.Child(b.Envelope(), "arguments"); ok {
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
	if got.Error != "" && strings.HasSuffix(want.Error, got.Error) { // the runtime says what failed before it says why
		want.Error = got.Error
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-runtime +live):\n%s", name, diff)
		return false
	}
	return true
}

// perRune cuts text into its characters.
func perRune(text string) []string { return strings.Split(text, "") }

// TestReplyConformance holds whole replies against the live runtime: as one
// chunk, as one chunk a character, cut in two at every place, and as streams.
// All fields of the outcomes are compared but known_tool and the wording in
// front of an error's reason, which are not about the format.
func TestReplyConformance(t *testing.T) {
	assistant, right, without, splits := 0, 0, 0, 0
	for _, c := range cases.Load(t, "assistant") {
		o := c.Oracle.Runtime
		if o == nil { // not UTF-8, or too large for the list
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

// callOf is the part of an outcome that says what is called.
func callOf(o cases.Outcome) cases.Outcome {
	o.AssistantText, o.Thinking, o.Memory = "", "", ""
	return o
}

// checkSplits cuts a case in two at every character: whether that changes the
// call, how often, and to what, is in the list.
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
		{"thinking inside a tag", "<to<thinking>hm</thinking>ol><tool_name>x</tool_name></tool>", "x", "", "", []string{
			`thinking removed: "<thinking>hm</thinking>"`,
		}},
		{"no end", "Go: " + strings.TrimSuffix(list, "</tool>") + "\n", "list((arguments (path a)))", "", "Go: ", []string{`end tag supplied: "<tool>"`}},
		{"mention before", "A `<tool>` block: " + list, "", "XML syntax error on line 1: unexpected EOF", "A `", []string{
			`call swallowed: "<tool>" at 18 by "<tool>" at 3`,
		}},
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
			if runs != tt.runs || r.Verdict.Reason != tt.reason || r.Message != tt.prose {
				t.Errorf("runs %q (%+v), message %q, want %q (%s), message %q", runs, r.Verdict, r.Message, tt.runs, tt.reason, tt.prose)
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
	if diff := cmp.Diff(want, got); diff != "" || r.Message != "" {
		t.Errorf("message %q, deviations (-want +got):\n%s", r.Message, diff)
	}
	r = readChunks(call + " and " + call)
	checkReply(t, r)
	if len(r.Deviations) != 1 || place(r, r.Deviations[0]) != `call lost: "<tool>" at 0 by "<tool>" at 42` {
		t.Errorf("%v", r.Deviations)
	}
	if r = readChunks("\xc3", "\xa4"); r.Message != "\uFFFD\uFFFD" {
		t.Errorf("a character cut in two: %q", r.Message)
	}
	if r = readChunks(); r.Verdict.Reason != noCall {
		t.Errorf("no chunks: %v", r.Verdict)
	}
	if r = readChunks(perRune("<<tool>")...); r.Message != "" || read("<<tool>").Message != "<" {
		t.Errorf("a '<' before a call: %q", r.Message)
	}
	// What may be a tag is held back to the next piece, and lost with it.
	if r = readChunks("a <to<thinking>", "</thinking>x <tool>", call); r.Message != "a " {
		t.Errorf("message %q", r.Message)
	}
}

// checkReply fails the test unless all spans lie in the text and point at what
// they claim.
func checkReply(t testing.TB, r *Reply) {
	t.Helper()
	whole := xmlcall.Span{Start: 0, End: len(r.Text)}
	at := 0
	for _, d := range r.Deviations {
		if !whole.Contains(d.Span) || !whole.Contains(d.Cause) || d.Span.Len() <= 0 || d.Span.Start < at {
			t.Fatalf("deviation %+v in a text of %d bytes\n%q", d, len(r.Text), r.Text)
		}
		at = d.Span.Start
		if s := r.Text[d.Cause.Start:d.Cause.End]; s != "" && (s[0] != '<' || s[len(s)-1] != '>') {
			t.Fatalf("deviation %+v: cause %q", d, s)
		}
	}
	if r.Block == nil {
		if r.Runs() || r.Tool != "" {
			t.Fatalf("runs without a block: %+v", r)
		}
		return
	}
	for _, tok := range r.Block.Tokens {
		s := r.Original(tok.Span())
		if !whole.Contains(s) || s.Len() < 0 {
			t.Fatalf("token %+v comes from %+v", tok, s)
		}
		if len(r.Deviations) == 0 && trimmed(r.Text[s.Start:s.End]) != r.Block.Slice(tok.Span()) {
			t.Fatalf("token %q comes from %q", r.Block.Slice(tok.Span()), r.Text[s.Start:s.End])
		}
	}
	if open := r.Original(xmlcall.Span{Start: 0, End: len(lex.ToolOpen)}); r.Text[open.Start] != '<' || r.Text[open.End-1] != '>' {
		t.Fatalf("the block's <tool> comes from %v", open)
	}
}

// trimmed returns what the runtime makes of the text that a token comes from. A token
// that holds more than the </tool> at its end lacks the white space before it: what
// follows an end tag that was meant for </tool> is one text up to the real one.
func trimmed(token string) string {
	if content, ok := strings.CutSuffix(token, lex.ToolClose); ok {
		return strings.TrimRightFunc(content, unicode.IsSpace) + lex.ToolClose
	}
	return token
}

// FuzzRead holds the reading of a whole reply, the reading of one that
// arrives character by character, and a plain model of the runtime against
// each other, and the spans against the text.
func FuzzRead(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "stream") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text, uint16(len(c.Text)/2))
		}
	}
	f.Add("a</thinking><to<thinking></thinking>ol>\xff<tool></tool><tool>", uint16(7))
	f.Add("<<tool>", uint16(88))
	f.Fuzz(func(t *testing.T, text string, cut uint16) {
		r := read(text)
		checkReply(t, r)
		fine := readChunks(perRune(text)...)
		checkReply(t, fine)
		got, want := outcome(r), outcome(fine)
		for _, d := range fine.Deviations {
			// "<<tool>": the runtime holds the first '<' back, and loses it.
			held := text[d.Span.Start:d.Span.End]
			if d.Kind == ProseLost && len(held) <= len(lex.ToolOpen) && held == lex.ToolOpen[:len(held)] {
				got.AssistantText, got.Memory = want.AssistantText, want.Memory
			}
		}
		if diff := cmp.Diff(got, want); diff != "" {
			t.Fatalf("one piece a character (-Read +ReadChunks):\n%s\n%q", diff, text)
		}
		chunks := []string{text}
		if i := int(cut); i < len(text) {
			chunks = []string{text[:i/2], text[i/2 : i], text[i:]}
		}
		for _, list := range [][]string{chunks, perRune(text)} {
			r := readChunks(list...)
			checkReply(t, r)
			message, thinking, call := modelReply(list)
			if r.Message != message || r.Thinking != thinking {
				t.Fatalf("message %q, thinking %q, want %q, %q\n%q", r.Message, r.Thinking, message, thinking, list)
			}
			if (r.Block == nil) != (call == "") || r.Block != nil && r.Block.Text != lex.ToolOpen+call+lex.ToolClose {
				t.Fatalf("call %+v, want %q\n%q", r.Block, call, list)
			}
		}
	})
}

// modelReply is the live runtime written down naively, a byte at a time: two
// readers, one behind the other.
func modelReply(chunks []string) (message, thinking, call string) {
	var tag, pending, content string
	var inTag, inThinking, inTool bool
	second := func(s string) {
		var prose string
		var done *string
		started := false
		for i := range len(s) {
			pending += s[i : i+1]
			switch {
			case !inTool && strings.HasSuffix(pending, lex.ToolOpen):
				prose += strings.TrimSuffix(pending, lex.ToolOpen)
				pending, content, inTool, started, done = "", "", true, true, nil
			case inTool && strings.HasSuffix(pending, lex.ToolClose):
				content = strings.TrimSpace(content + strings.TrimSuffix(pending, lex.ToolClose))
				c := content
				pending, content, inTool, started, done = "", "", false, false, &c
			}
		}
		want := lex.ToolOpen
		if inTool {
			want = lex.ToolClose
		}
		held := 0
		for n := 1; n < len(want) && n <= len(pending); n++ {
			if strings.HasSuffix(pending, want[:n]) {
				held = n
			}
		}
		free := pending[:len(pending)-held]
		pending = pending[len(pending)-held:]
		if inTool {
			content += free
		} else {
			prose += free
		}
		if started {
			return // prose and a call that was done are forgotten
		}
		if done != nil {
			call += *done
		}
		message += prose
	}
	for _, chunk := range chunks {
		var out string
		emit := func(s string) {
			if inThinking {
				thinking += s
			} else {
				out += s
			}
		}
		for _, c := range chunk {
			switch s := string(c); {
			case s == "<":
				emit(tag)
				tag, inTag = s, true
			case inTag && s == ">":
				tag, inTag = tag+s, false
				switch tag {
				case lex.ThinkingOpen:
					inThinking = true
				case lex.ThinkingClose:
					inThinking = false
				default:
					emit(tag)
				}
				tag = ""
			case inTag:
				tag += s
			default:
				emit(s)
			}
		}
		if out != "" {
			second(out)
		}
	}
	if !inThinking && tag != "" {
		second(tag)
	} else if inThinking {
		thinking += tag
	}
	if inTool {
		call += strings.TrimSpace(content + pending)
	} else {
		message += pending
	}
	return message, thinking, call
}
