package syntax

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A question is asked about a text, and answered with a part of it; "-" means none.
func ask(t *testing.T, name, text string, span xmlcall.Span, ok bool, want string) {
	t.Helper()
	if ok != (want != "-") {
		t.Errorf("%s(%q): %v, want %q", name, text, ok, want)
	}
	if !ok {
		if span.Len() > 0 {
			t.Errorf("%s(%q): no answer, and yet %v", name, text, span)
		}
		return
	}
	if got := text[span.Start:span.End]; got != want {
		t.Errorf("%s(%q): %q, want %q", name, text, got, want)
	}
}

func TestTrim(t *testing.T) {
	const text = " \ta b\r\n "
	for _, test := range []struct{ span, want xmlcall.Span }{
		{xmlcall.Span{Start: 0, End: len(text)}, xmlcall.Span{Start: 2, End: 5}},
		{xmlcall.Span{Start: -5, End: 100}, xmlcall.Span{Start: 2, End: 5}},
		{xmlcall.Span{Start: 3, End: 5}, xmlcall.Span{Start: 4, End: 5}},
		{xmlcall.Span{Start: 2, End: 3}, xmlcall.Span{Start: 2, End: 3}},
		{xmlcall.Span{Start: 0, End: 2}, xmlcall.Span{Start: 2, End: 2}},
		{xmlcall.Span{Start: 7, End: 3}, xmlcall.Span{Start: 3, End: 3}},
		{xmlcall.Span{Start: -3, End: -1}, xmlcall.Span{}},
	} {
		if got := Trim(text, test.span); got != test.want {
			t.Errorf("Trim(%v) = %v, want %v", test.span, got, test.want)
		}
	}
	if got := Trim("ab", xmlcall.Span{Start: 0, End: 1}); got != (xmlcall.Span{Start: 0, End: 1}) {
		t.Errorf("%v", got)
	}
}

func TestTagName(t *testing.T) {
	for text, want := range map[string]string{
		"<a>": "a", "</ab x>": "ab", "<a:b/>": "a:b", "<é.>": "é.", "<1>": "-", "<-a>": "-", "<.a>": "-", "< a>": "-", "</": "-", "<": "-",
	} {
		name, ok := TagName(text, 1)
		ask(t, "TagName", text, name, ok, want)
	}
	name, ok := TagName("a<b>", -1)
	ask(t, "TagName", "a<b>", name, ok, "a")
	name, ok = TagName("ab", 5)
	ask(t, "TagName", "ab", name, ok, "-")
}

func TestToolTagAt(t *testing.T) {
	for text, want := range map[string]string{
		"é<tool>x": "<tool>", "é</tool>": "</tool>", "é<Tool a='>": "<Tool a='>", "é</TOOL >": "</TOOL >", "é<tools>": "-", "é<tool<>": "-", "é<tool": "-", "é": "-", "étool>": "-",
	} {
		tag, ok := ToolTagAt(text, 2)
		ask(t, "ToolTagAt", text, tag, ok, want)
	}
	if _, ok := ToolTagAt("<tool>", -1); ok {
		t.Error("there is a tag before a text")
	}
}

func TestFindThinking(t *testing.T) {
	for _, test := range []struct {
		text string
		from int
		want string
	}{
		{"<thinking>x</thinking>", -1, "<thinking>"},
		{"<thinking>x</thinking>", 0, "<thinking>"},
		{"<thinking>", 0, "<thinking>"},
		{"<thinking>x</thinking>", 1, "</thinking>"},
		{"<thinking>x</thinking>", 11, "</thinking>"},
		{"<thinking>x</thinking>", 12, "-"},
		{"<thinking>x</thinking>", 99, "-"},
		{"<Thinking>x</thinking >", 0, "-"},
		{"", 0, "-"},
	} {
		tag, ok := FindThinking(test.text, test.from)
		ask(t, "FindThinking", test.text, tag, ok, test.want)
		if test.from == 0 && HasThinking(test.text) != (test.want != "-") {
			t.Errorf("HasThinking(%q)", test.text)
		}
	}
}

func TestFindSectionOpener(t *testing.T) {
	for _, test := range []struct {
		text string
		from int
		want string
	}{
		{"a<![CDATA[b<![CDATA[", -1, "<![CDATA["},
		{"a<! [cdata [b", 0, "<! [cdata ["},
		{"[CDATA[b", 0, "[CDATA["},
		{"<![CDATA", 0, "<![CDATA"},
		{"<CDATA>", 0, "-"},
		{"<![CDATA[", 9, "-"},
		{"<![CDATA[", 99, "-"},
	} {
		opener, ok := FindSectionOpener(test.text, test.from)
		ask(t, "FindSectionOpener", test.text, opener, ok, test.want)
	}
	first, _ := FindSectionOpener("<![CDATA[<![CDATA[", 0)
	second, ok := FindSectionOpener("<![CDATA[<![CDATA[", 1)
	if first != (xmlcall.Span{Start: 0, End: 9}) || !ok || second != (xmlcall.Span{Start: 9, End: 18}) && second.Start != 1 {
		t.Errorf("%v, then %v", first, second)
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]bool{"a]]>": true, "a]]": true, "a]>": true, "a]) > ": true, "a]&gt;": true, "]a": false, "]": false, "": false} {
		if got := lex.EndsLikeSection(text); got != want {
			t.Errorf("lex.EndsLikeSection(%q) = %v", text, got)
		}
	}
	for reference, want := range map[string]rune{"&#60;": '<', "&#xD83D;": 0xD83D, "&#x10FFFF;": 0x10FFFF, "&#x110000;": -1, "&lt;": -1, "&#60": -1, "#60;": -1, "&#;": -1, "&#X41;": -1} {
		if got, ok := lex.Number(reference); ok != (want >= 0) || ok && got != want {
			t.Errorf("lex.Number(%q) = %x, %v", reference, got, ok)
		}
	}
	if got := lex.NormalizeNewlines("a\r\nb\rc\n"); got != "a\nb\nc\n" {
		t.Errorf("NormalizeNewlines: %q", got)
	}
}
