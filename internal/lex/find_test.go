package lex

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestSections checks which text was meant to open or to end a section, and which was
// not.
func TestSections(t *testing.T) {
	for s, want := range map[string]int{
		"<![CDATA[x": 0, "<![cdata[x": 9, "<! [CDATA[x": 10, "<[CDATA[x": 8, "<!CDATA[x": 8, "<CDATA[x": 7, "<![[CDATA[x": 10, "<![CDTA[x": 8,
		"<![CDATA": 8, "<![CDATAx": 8, "<![CDATA>": 8, "<![CDAT": 0, "<![CDATA [x": 10, "<\n!\n[\nCDATA\n[x": 13, "<!CDTA[": 0, "<CDTA[": 0, "<data[0]": 0,
		"<![[[CDATA[": 0, "<![other[": 0, "<!": 0, "<![": 0, "<": 0, "": 0, "x": 0, "<[CDATA": 0, "<!CDATA x": 0,
	} {
		if got := MalformedSection("é"+s, 2); got != want {
			t.Errorf("MalformedSection(%q) = %d, want %d", s, got, want)
		}
		if strings.HasPrefix(s, SectionOpen) {
			want = len(SectionOpen)
		}
		if got := SectionOpener("é"+s, 2); got != want {
			t.Errorf("SectionOpener(%q) = %d, want %d", s, got, want)
		}
	}
	for s, want := range map[string]string{
		"x]]>": "]]>", "x]>": "]>", "x]] >": "]] >", "x])>": "])>", "x]]&gt;": "]]&gt;", "x]]": "]]", "a[b[0]]": "]]", "a[0]": "", "x>": "", "x)>": "",
		"x": "", "": "", "x ]>": "]>", "x]> ": "]> ", "x]]]": "", "&gt;": "", "x] ] \t": "] ] \t", "a[0]>": "]>",
	} {
		if got := s[len(s)-NearSectionEnd(s):]; got != want {
			t.Errorf("NearSectionEnd(%q): %q, want %q", s, got, want)
		}
	}
}

func TestReference(t *testing.T) {
	for _, test := range []struct {
		text string
		kind RefKind
		ref  string
		want string
	}{
		{"&lt;x", RefValid, "&lt;", "<"},
		{"&gt;;", RefValid, "&gt;", ">"},
		{"&amp;amp;", RefValid, "&amp;", "&"},
		{"&quot;", RefValid, "&quot;", `"`},
		{"&apos;", RefValid, "&apos;", "'"},
		{"&#9;", RefValid, "&#9;", "\t"},
		{"&#109;", RefValid, "&#109;", "m"},
		{"&#xaf;", RefValid, "&#xaf;", "¯"},
		{"&#xAF;", RefValid, "&#xAF;", "¯"},
		{"&#xD800;", RefValid, "&#xD800;", "\uFFFD"},
		{"&#x10FFFF;", RefValid, "&#x10FFFF;", "\U0010FFFF"},
		{"&#0;", RefInvalid, "&#0;", ""},
		{"&#x110000;", RefTooLarge, "&#x110000;", ""},
		{"&#1114112;", RefTooLarge, "&#1114112;", ""},
		{"&nbsp;", RefUnknown, "&nbsp;", ""},
		{"&#X41;", RefUnknown, "&#X41;", ""},
		{"&amp ", RefUnterminated, "&amp", ""},
		{"&apos", RefUnterminated, "&apos", ""},
		{"&#60 ", RefUnterminated, "&#60", ""},
		{"&#xfg", RefUnterminated, "&#xf", ""},
		{"&#6f;", RefUnterminated, "&#6", ""},
		{"&#X41", RefBare, "&", ""},
		{"&#;", RefBare, "&", ""},
		{"&#x;", RefBare, "&", ""},
		{"&1;", RefBare, "&", ""},
		{"&;", RefBare, "&", ""},
		{"& ", RefBare, "&", ""},
		{"&nbsp", RefBare, "&", ""},
	} {
		kind, end, decoded := Reference("é"+test.text, 2)
		if ref := ("é" + test.text)[2:end]; kind != test.kind || ref != test.ref || decoded != test.want {
			t.Errorf("%q: %d, %q for %q; want %d, %q for %q", test.text, kind, ref, decoded, test.kind, test.ref, test.want)
		}
	}
}

// TestTagShape checks what has the shape of a tag, valid or not, and which part of it
// is its name.
func TestTagShape(t *testing.T) {
	for text, want := range map[string]string{
		"<a>": "<a>", "<1>": "<1>", "<a:b:c>": "<a:b:c>", "</a >": "</a >", "<a b>x": "<a b>", "<a b=c>x": "<a b=c>", "<a b='<'>x": "<a b='<'>", "<a 1='x'/>": "<a 1='x'/>",
		"<a b='\n<'>": "", "<a b='x\n<'>": "", "<a b='x\r<'>": "", "<a b='\n'>": "<a b='\n'>", "<a b=>": "", "<a b=<": "", "<>": "", "</>": "", "<a": "", "</a": "", "</a b>": "", "<a /b>": "", "<a /": "", "<a 'b'>": "", "<": "",
	} {
		tag, ok := Tag("é"+text, 2)
		if got := ("é" + text)[2:max(tag.End, 2)]; ok != (want != "") || ok && got != want {
			t.Errorf("Tag(%q): %q, %v, want %q", text, got, ok, want)
		}
		if ok && tag.Name.Of("é"+text) != strings.TrimLeft(want, "</")[:tag.Name.Len()] {
			t.Errorf("Tag(%q): the name is %q", text, tag.Name.Of("é"+text))
		}
		_, err := xml.NewDecoder(strings.NewReader(text)).RawToken()
		if tag.Fail.OK() != (err == nil) {
			t.Errorf("Tag(%q): %v, encoding/xml: %v", text, tag.Fail, err)
		}
	}
}
