package lex

import (
	"encoding/xml"
	"strings"
	"testing"
)

// seeds are pieces of calls, valid and invalid.
var seeds = []string{
	"<a>", "<a-b_1>", "<1>", "<a >", "<a b='c' d=\"e\"/>", "<a b>", "<a b=c>", "<é/>", "<a:b>", "<a:b:c>", "<tool>", "<Tool x>", "</tool >",
	"</a>", "</a >", "</a b>", "</", "<", "<>", "<a", "<a b='<'>", "<a b='&'>", "<a\x00>",
	"<![CDATA[x]]>", "<![CDATA[a ]] > ]]]>", "<![CDATA[</tool>]]>", "<![CDATA[</a>]]>", "<![CDATA[\x00]]>", "<![CDATA[größer\xff]]>", "<![CDATA[x", "<![cdata[x]]>", "<! [CDATA[x]]>", "<![CDAT",
	"<!-- a -->", "<!-- a -- b -->", "<!--->", "<!-- a", "<!-x>", "<?a b?>", "<?a", "<?xml version='1.1'?>", "<?xml version='1.0'?>", "<!DOCTYPE a [<!-- > --><b>]>", "<!a '>'>", "<!a",
	"text &lt; &amp; &#60; &#x3c; größer – ok ]] > \r\n\t<", "a & b", "&nbsp;", "&lt", "&#xD800;", "&#0;", "]]>", "a]]>b", "\x01", "\xff", "\ufffe", "<thinking>x</thinking>",
}

// FuzzPlain checks that what a fast function accepts is read the same by the full one
// and by encoding/xml.
func FuzzPlain(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" || s[0] != '<' {
			s = "<" + s
		}
		full, ok := Tag(s, 0)
		if end := PlainTag(s, 0); end > 0 && (!ok || !full.Fail.OK() || full.IsEnd || full.SelfClosing || len(full.Attributes) > 0 || full.Name != Span{1, end} || full.End != end+1) {
			t.Fatalf("PlainTag(%q) = %d, Tag %+v", s, end, full)
		}
		if !strings.HasPrefix(s, "</") {
			return
		}
		for _, name := range []string{"a", "tool", s[2:NameEnd(s, 2)]} {
			if end := Closes(s, 0, name); end > 0 && name != "" && (!ok || !full.IsEnd || full.Name.Of(s) != name || full.End != end) {
				t.Fatalf("Closes(%q, %q) = %d, Tag %+v", s, name, end, full)
			}
		}
	})
}

// text returns the character data of a text that is one element.
func text(s string) (string, error) {
	var e struct {
		Text string `xml:",chardata"`
	}
	err := xml.Unmarshal([]byte(s), &e)
	return e.Text, err
}

func must(s string, _ error) string { return s }

func aboutCharacters(err error) bool {
	for _, part := range []string{"illegal character code", "invalid UTF-8", "invalid character entity"} {
		if strings.Contains(err.Error(), part) {
			return true
		}
	}
	return false
}

// TestTrim checks that Trim trims XML white space and TrimSpace what strings.TrimSpace
// does.
func TestTrim(t *testing.T) {
	for _, s := range []string{"", " ", "a", " a\t", "\r\n a b \n", "\u00a0a\u0085", "\va\f", " \u2003 "} {
		whole := Span{2, 2 + len(s)}
		padded := "xx" + s + "yy"
		if got, want := Trim(padded, whole).Of(padded), strings.Trim(s, " \t\r\n"); got != want {
			t.Errorf("Trim(%q) = %q, want %q", s, got, want)
		}
		if got, want := TrimSpace(padded, whole).Of(padded), strings.TrimSpace(s); got != want {
			t.Errorf("TrimSpace(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestOneSlip(t *testing.T) {
	for _, test := range []struct {
		a, b         string
		slip, isNear bool
	}{
		{"path", "path", true, true},
		{"path", "pth", true, true},
		{"pth", "path", true, true},
		{"path", "paht", true, true},
		{"path", "patch", true, true},
		{"path", "bath", true, true},
		{"path", "PATH", false, true},
		{"path", "patio", false, false},
		{"ab", "abc", true, false},
		{"a", "", true, false},
		{"path", "htap", false, false},
		{"abcd", "badc", false, false},
	} {
		if got := OneSlip(test.a, test.b); got != test.slip {
			t.Errorf("OneSlip(%q, %q) = %v", test.a, test.b, got)
		}
		if got := Near(test.a, test.b); got != test.isNear {
			t.Errorf("Near(%q, %q) = %v", test.a, test.b, got)
		}
	}
}

func TestTagName(t *testing.T) {
	for text, want := range map[string]string{
		"<a>": "a", "</a-b c>": "a-b", "<1a>": "", "<-a>": "", "<.a>": "", "<é>": "é", "<x:y/>": "x:y", "<": "", "</": "", "< a>": "", "<_1.2>": "_1.2",
	} {
		if got := TagName(text, 1).Of(text); got != want {
			t.Errorf("TagName(%q) = %q, want %q", text, got, want)
		}
	}
}
