package call

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestNotes checks the notes on the content of an argument and on the call around it.
func TestNotes(t *testing.T) {
	const head, tail = "<tool><server_name>local</server_name><tool_name>x</tool_name><arguments>", "</arguments></tool>"
	kinds := map[NoteKind]string{
		DoubleEscape: "double", ReferenceInSection: "reference", MixedField: "mixed", PaddedSection: "padded", ToolTagInSection: "tool",
		ThinkingTag: "thinking", IgnoredAttributes: "attributes", IgnoredPrefix: "prefix", StrayText: "stray",
	}
	for text, want := range map[string]string{
		"<a>x</a>":                                     "",
		"<a><![CDATA[x]]></a>":                         "",
		"<a>x<![CDATA[y]]></a>":                        "mixed x<![CDATA[y]]>",
		"<a><![CDATA[x]]>y</a>":                        "mixed <![CDATA[x]]>y",
		"<a><![CDATA[x]]><![CDATA[y]]></a>":            "",
		"<a>\n<![CDATA[x]]>\n</a>":                     "padded \n; padded \n",
		"<a> <![CDATA[x]]></a>":                        "padded  ",
		"<a><![CDATA[x]]>\n</a>":                       "padded \n",
		"<a><b>x</b><![CDATA[y]]></a>":                 "",
		"<a>&amp;lt;</a>":                              "double &amp;lt;",
		"<a>&amp;amp; &amp;x</a>":                      "double &amp;amp;",
		"<a>&amp;#60;</a>":                             "double &amp;#60;",
		"<a><![CDATA[&lt; &x &#60;]]></a>":             "reference &lt;; reference &#60;",
		"<a><![CDATA[<tool><tool>]]></a>":              "tool <tool>; tool <tool>",
		"<a><!-- <tool> --></a>":                       "tool <tool>",
		"<a><![CDATA[<thinking>x</thinking>]]></a>":    "thinking <thinking>; thinking </thinking>",
		"<a b='c' d='e'>x</a>":                         "attributes b='c' d='e'",
		"<p:a>x</p:a>":                                 "prefix <p:a>",
		"y <a>x</a> z":                                 "stray y; stray z",
		"<a>x</a> &#32; <b>y</b>":                      "stray &#32;",
		"<a><thinking>x</thinking></a><b>&amp;gt;</b>": "thinking <thinking>; thinking </thinking>; double &amp;gt;",
	} {
		b := xmlcall.ParseAt(head+text+tail, 0)
		var got []string
		for _, n := range New(b, nil, Surroundings{}).findNotes() {
			got = append(got, fmt.Sprintf("%s %s", kinds[n.Kind], b.Slice(n.Span)))
			if name := b.Element(n.Element).Name(); n.Kind != StrayText && n.Kind != IgnoredPrefix && name != "a" && name != "b" && name != "thinking" {
				t.Errorf("%s: the note on %q is on the element %s", text, b.Slice(n.Span), name)
			}
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s\n%q, want\n%q", text, got, want)
		}
	}
	// A tag in a comment belongs to the element that the comment is in.
	b := xmlcall.ParseAt(head+"<!-- <thinking> --><a>x</a>"+tail, 0)
	if list := New(b, nil, Surroundings{}).findNotes(); len(list) != 1 || b.Element(list[0].Element).Name() != "arguments" {
		t.Errorf("the notes on a comment are %+v", list)
	}
}
