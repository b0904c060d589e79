package diagnostics

import (
	"math/rand/v2"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A defect turns a valid call into one that a model or a person might write. It returns
// the text itself if it does not apply.
type defect struct {
	name  string
	apply func(r *rand.Rand, text string) string
}

var defects = []defect{
	{"bare ampersand", spoil("&amp;", "&")},
	{"bare less-than", spoil("&lt; ", "< ")},
	{"less-than before a digit", spoil("&lt;3", "<3")},
	{"less-than before a name", spoil("&lt;int", "<int")},
	{"raw CDATA end", spoil("]]&gt;", "]]>")},
	{"unsplit CDATA end", spoil("]]]]><![CDATA[>", "]]>")},
	{"lower-case CDATA", spoil("<![CDATA[", "<![cdata[")},
	{"CDATA without '!'", spoil("<![CDATA[", "<[CDATA[")},
	{"CDATA never closed", spoil("]]></", "</")},
	{"end tag in capitals", spoil("</content>", "</CONTENT>")},
	{"end tag with a slip", spoil("</search>", "</serch>")},
	{"no end of the path", spoil("</path>", "")},
	{"no end of the arguments", spoil("</arguments>\n", "")},
	{"tool tag in capitals", spoil("<tool>", "<Tool>")},
	{"tool end tag with a blank", func(_ *rand.Rand, text string) string {
		at := strings.LastIndex(text, "</tool>\n")
		if at < 0 {
			return text
		}
		return text[:at] + "</tool >\n"
	}},
	{"tool end in a value", spoil("&lt;/tool&gt;", "</tool>")},
}

// spoil replaces one of the occurrences of what by with.
func spoil(what, with string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		n := strings.Count(text, what)
		if n == 0 {
			return text
		}
		at := 0
		for range r.IntN(n) + 1 {
			at += strings.Index(text[at:], what) + 1
		}
		return text[:at-1] + with + text[at-1+len(what):]
	}
}

var words = []string{
	"a", "if x < y {", "&&", "&", "]]>", "<int", "<3", "</tool>", "for i := 0; i < 10; i++ {", "é", "😀", "\n", "\t",
	"R&D", `"q"`, "'", ">", "x->y", "[[ -f a ]]>b", "{", "}", "www?a=1&b=2", "  ", "#include <stdio.h>",
}

func randomValue(r *rand.Rand) string {
	var w strings.Builder
	for range r.IntN(6) {
		w.WriteString(words[r.IntN(len(words))])
		w.WriteByte(' ')
	}
	return w.String() + "."
}

// texts lists the values of the leaves by path.
func texts(v *xmlcall.Value) []string {
	var list []string
	var walk func(path string, v *xmlcall.Value)
	walk = func(path string, v *xmlcall.Value) {
		path += "/" + v.Name
		if len(v.Children) == 0 && v.Name != "edits" {
			list = append(list, path+"="+v.Text)
		}
		for _, c := range v.Children {
			walk(path, c)
		}
	}
	if v != nil {
		walk("", v)
	}
	return list
}
