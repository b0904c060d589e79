package call

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// factsOf returns the first call of a text, with the tools of the runtime.
func factsOf(text string, around Surroundings) *Call {
	at, _ := xmlcall.Find(text, 0)
	return New(xmlcall.ParseAt(text, at), toolspec.Builtins(), around)
}

const sound = "<tool><server_name>local</server_name><tool_name>read_file</tool_name><arguments><path>a.go</path></arguments></tool>"

// TestNeeds checks that a call has what a rule is about if and only if it is there.
func TestNeeds(t *testing.T) {
	everything := []*Needs{
		{Problems: []xmlcall.ProblemKind{xmlcall.BareAmpersand}},
		{Problems: []xmlcall.ProblemKind{xmlcall.SyntaxError, xmlcall.TooLarge, xmlcall.RawLessThan}},
		{Notes: []NoteKind{NoServerName, StrayText}},
		{Issues: []toolspec.IssueKind{toolspec.UnknownArgument}},
		{Facts: Values},
		{Facts: JSON},
		{Facts: Placeholders},
		{Facts: Neighbors},
	}
	for _, test := range []struct {
		text   string
		around Surroundings
		want   []int // of everything
	}{
		{sound, Surroundings{}, []int{4}},
		{sound, Surroundings{InThinking: true}, []int{4, 7}},
		{sound, Surroundings{StrayEnds: []xmlcall.Span{{}}}, []int{4, 7}},
		{sound, Surroundings{Merged: "x"}, []int{4, 7}},
		{strings.Replace(sound, "a.go", "a & b", 1), Surroundings{}, []int{0, 4}},
		{strings.Replace(sound, "a.go", "a < b", 1), Surroundings{}, []int{1, 4}},
		{strings.Replace(sound, "<server_name>local</server_name>", "", 1), Surroundings{}, []int{2, 4}},
		{strings.Replace(sound, "path>a.go</path", "pth>a.go</pth", 1), Surroundings{}, []int{3, 4}},
		{strings.Replace(sound, "<arguments><path>a.go</path></arguments>", "", 1), Surroundings{}, nil},
		{strings.Replace(sound, "<path>a.go</path>", `{"path": "a.go"}`, 1), Surroundings{}, []int{4, 5}},
		{strings.Replace(sound, "a.go", "...", 1), Surroundings{Document: true}, []int{4, 6}},
		{strings.Replace(sound, "a.go", "...", 1), Surroundings{}, []int{4}},
	} {
		c := factsOf(test.text, test.around)
		var got []int
		has := c.Kinds()
		for i, n := range everything {
			if needed := n.Kinds(); has.Any(&needed) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %+v: has %v, want %v", test.text, test.around, got, test.want)
		}
		if !has.Any(&Kinds{facts: Envelope}) || has.Any(&Kinds{}) {
			t.Errorf("%s: every call has an envelope, and none has nothing", test.text)
		}
	}
}

// TestMoveSpans checks that after edits a moved span has the same text as before.
func TestMoveSpans(t *testing.T) {
	const text = "abcdefghijklmnopqrstuvwxyz"
	r := rand.New(rand.NewPCG(1, 2))
	span := func(from int) xmlcall.Span {
		start := from + r.IntN(len(text)-from+1)
		return xmlcall.Span{Start: start, End: start + r.IntN(min(5, len(text)-start)+1)}
	}
	moved, touched := 0, 0
	for range 10_000 {
		var edits []Edit
		var w strings.Builder
		at := 0
		for range r.IntN(4) {
			e := Edit{Span: span(at), Text: strings.Repeat("-", r.IntN(4))}
			w.WriteString(text[at:e.Span.Start] + e.Text)
			at = e.Span.End
			edits = append(edits, e)
		}
		w.WriteString(text[at:])
		after := w.String()
		s := span(0)
		if s.Len() == 0 {
			continue
		}
		got, ok := MoveSpans([]xmlcall.Span{s}, edits)
		touches := slices.ContainsFunc(edits, func(e Edit) bool { return e.Span.Start < s.End && e.Span.End > s.Start })
		if ok == touches {
			t.Fatalf("%v after %v: ok %v", s, edits, ok)
		}
		if touches {
			touched++
			continue
		}
		moved++
		if now := after[got[0].Start:got[0].End]; now != text[s.Start:s.End] {
			t.Fatalf("%v after %v is %v: %q", s, edits, got[0], now)
		}
	}
	if moved < 1000 || touched < 1000 {
		t.Errorf("%d spans moved, %d were touched", moved, touched)
	}
}

// TestHoldsMarkup checks what makes the elements of an argument markup of another language, if the
// tool is not known: text beside them, components, attributes, declarations, elements of HTML.
func TestHoldsMarkup(t *testing.T) {
	for content, want := range map[string]bool{
		"<b2>x</b2>": false, "<b2>x</b2>y": true, "<A>x</A>": true, "<Zone>x</Zone>": true, "<M/>": true, "<_a>x</_a>": false, "<é>x</é>": false, "<b2 c='d'>x</b2>": true,
		"<!DOCTYPE html><b2>x</b2>": true, "<?php x ?><b2>x</b2>": true, "<!-- c --><b2>x</b2>": false, "<div>x</div>": true, "<c2><d2>x</d2></c2>": false, "<c2><p>x</p></c2>": true, "x": false, "<?php x ?>y": false,
	} {
		b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a2>"+content+"</a2></arguments></tool>", 0)
		if b.Verdict().Outcome == xmlcall.Refused {
			t.Fatalf("%s: %s", content, b.Verdict().Reason)
		}
		at := xmlcall.NoElement
		for i, e := range b.Elements() {
			if e.Local() == "a2" {
				at = i
			}
		}
		if got := holdsMarkup(b)[at]; got != want {
			t.Errorf("%s: %t", content, got)
		}
	}
}

// TestPassedOver checks that a part of a call is passed over only if it is refused and has more
// problems than are recorded.
func TestPassedOver(t *testing.T) {
	for text, want := range map[string]bool{"a < b ": false, "a & b ": false, strings.Repeat("a < b ", 1100): true, strings.Repeat("a & b ", 1100): false, "a": false} {
		c := factsOf(strings.Replace(sound, "a.go", text, 1), Surroundings{})
		if got := c.PassedOver(); got != want {
			t.Errorf("%.10s of %d bytes: %t, more problems %t", text, len(text), got, c.Block.MoreProblems)
		}
	}
}

// TestLineEnds checks that text has the line ends of the file: like the next one, or else the last.
func TestLineEnds(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"", "", "a\nb"},
		{"\n", "", "a\nb"},
		{"\r\n", "", "a\r\nb"},
		{"x\r\n", "", "a\r\nb"},
		{"", "\r\n", "a\r\nb"},
		{"\r\n", "\n", "a\nb"},
		{"\n", "\r\n", "a\r\nb"},
	} {
		text := test.before + sound + test.after
		b := xmlcall.ParseAt(text, strings.Index(text, "<tool>"))
		c := New(b, toolspec.Builtins(), Surroundings{})
		if got := c.LineEnds("a\nb"); got != test.want {
			t.Errorf("%q before, %q after: %q, want %q", test.before, test.after, got, test.want)
		}
		if got := c.LineEnds("ab"); got != "ab" {
			t.Errorf("a line is %q", got)
		}
	}
}

// TestNotRepeated checks that elements in an item of a list without a wrapper stay in doubt: they
// may be items, or the text of one.
func TestNotRepeated(t *testing.T) {
	text := callOf("many", "<tags><item>a</item></tags>")
	c := newStage(text, Context{})
	arguments := c.Block.Arguments()
	tags, _ := c.Block.Child(arguments, "tags")
	item, _ := c.Block.Child(tags, "item")
	list := &toolspec.Argument{Name: "tags", Kind: toolspec.List, Repeated: true, Item: &toolspec.Argument{Name: "tags"}}
	sure := c.list(toolspec.Issue{
		Kind: toolspec.ArrayShape, Shape: toolspec.NotRepeated, Span: c.Block.Element(tags).Content(), Element: tags, Argument: list, Elements: []xmlcall.ElementID{item},
	}, nil)
	if sure || len(c.edits) > 0 {
		t.Errorf("the elements are rewritten with %v", c.edits)
	}
}

// TestDraft checks which <tool> in a section starts its call again.
func TestDraft(t *testing.T) {
	const head, tail = "<tool><tool_name>converse</tool_name><arguments><message>", "</message></arguments></tool>"
	section := func(inner string) string { return head + "<![CDATA[" + inner + "]]>" + tail }
	for text, want := range map[string]int{
		section("a " + head + "<![CDATA[b"):                                                                 1,
		section("a " + head + "\n  <![CDATA[b"):                                                             1,
		section("a " + head + "<![CDATA[b " + head + "<![CDATA[c"):                                          2,
		section("a <tool> b " + head + "<![CDATA[c <tool> d"):                                               2,
		section("a <tool>\n<server_name>local</server_name>" + head[6:] + "<![CDATA[b"):                     1,
		section("a " + head + "b"):                                                                          0, // quotes a part
		section("a " + head + "<![CDATA[b]]&gt;" + "</message>"):                                            0,
		section("a " + strings.ReplaceAll(head, "<message>", "<text>") + "<![CDATA[b"):                      0,
		section("a " + strings.ReplaceAll(head, "<arguments>", "") + "<![CDATA[b"):                          0,
		section("a " + head + "</message></arguments><message><![CDATA[b"):                                  0,
		section("a <tool> " + head[6:] + "<message>x"):                                                      0,
		head + "<![CDATA[a " + strings.Replace(head, "</tool_name>", "</name>", 1) + "<![CDATA[b]]>" + tail: 1,
		section("a <tool> is " + head[6:] + "<![CDATA[b"):                                                   0,
		head + "<![CDATA[a " + head + "<![CDATA[b]]>c" + tail:                                               1,
		head + "<![CDATA[a " + head + "<![CDATA[b]]]]><![CDATA[>" + tail[:10] + "]]>" + tail:                0,
	} {
		again, _, ok := Draft(xmlcall.ParseAt(text, 0))
		if n := strings.Count(text[:again.Start], "<tool>"); ok != (want > 0) || ok && n != want {
			t.Errorf("%s: the call starts again at its <tool> %d (%v), want %d", text, n, ok, want)
		}
	}
}
