package call

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestDecodeJSON checks which texts are one JSON value without a member twice: as deep as anyone
// nests them, and with numbers of any length.
func TestDecodeJSON(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for text, want := range map[string]bool{
		"1": true, "{}": true, "[]": true, " {\"a\": 1}\n": true, `{"a": {"b": [1, {"c": null}]}}`: true, `{"a": {"b": 1}, "b": 1}`: true, "123456789012345678901234567890": true,
		"": false, "{": false, "]": false, "[1": false, "[1,]": false, "[1 2]": false, "{} {}": false, "1 1": false, "{} x": false, `{"a"}`: false, `{"a": }`: false, `{"a": 1`: false, `{"a": 1,}`: false,
		`{"a": 1, "a": 1}`: false, `[{"a": 1, "b": 2, "a": 3}]`: false, `{"x": {"a": 1, "a": 2}}`: false, "\"\x01\"": false, "\"\xff\"": false,
		nested(100): true, nested(100_000): false,
	} {
		value, ok := decodeJSON(text)
		if ok != want || !want && value != nil {
			t.Errorf("%q: %v, %v", text, value, ok)
		}
		object, ok := decodeObject(text)
		if is := want && strings.HasPrefix(strings.TrimSpace(text), "{"); ok != is || (object != nil) != is {
			t.Errorf("%q as an object: %v, %v", text, object, ok)
		}
	}
	if value, ok := decodeJSON("123456789012345678901234567890"); !ok || value != json.Number("123456789012345678901234567890") {
		t.Errorf("a long number is %v, %v", value, ok)
	}
}

func shown(v *xmlcall.Value) string {
	if v == nil {
		return ""
	}
	text := v.Name + "=" + v.Text
	for _, child := range v.Children {
		text += "(" + shown(child) + ")"
	}
	return text
}

// TestJSONAsElements checks the elements for JSON in their place, and that there are none for JSON
// that the tool would not receive unchanged.
func TestJSONAsElements(t *testing.T) {
	tools := ownTools(t)
	for _, test := range []struct{ tool, text, want string }{
		{"read_file", `{"path": "a < b"}`, "arguments=(path=a < b)"},
		{"add_note", `{"content": "a", "tags": ["b", "c"]}`, "arguments=(content=a)(tags=(tag=b)(tag=c))"},
		{"list_tags", `{}`, "arguments="},
		{"read_file", `{"path": 1}`, ""},
		{"read_file", `{"path": "a"`, ""},
		{"read_file", `["a"]`, ""},
		{"read_file", `{"path": "a", "path": "a"}`, ""},
		{"read_file", `{"x": 1}`, ""},
	} {
		if got := shown(Arguments(tools.Find("local", test.tool), test.text)); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.tool, test.text, got, test.want)
		}
	}
	for _, test := range []struct{ tool, argument, text, want string }{
		{"add_note", "tags", `["b", "c"]`, "tags=(tag=b)(tag=c)"},
		{"deploy", "hosts", `[{"name": "n", "port": 8}]`, "hosts=(host=(name=n)(port=8))"},
		{"read_file", "path", `"a & b"`, "path=a & b"},
		{"read_file", "start_line", "1", "start_line=1"},
		{"add_note", "tags", `{"tag": "b"}`, ""},
		{"add_note", "tags", `"b"`, ""},
		{"add_note", "tags", `["b"`, ""},
		{"add_note", "tags", `[1]`, ""},
		{"read_file", "path", `["a"]`, ""},
		{"read_file", "start_line", `"1"`, ""},
		{"read_file", "start_line", `1 2`, ""},
	} {
		a := tools.Find("local", test.tool).Argument(test.argument)
		if got := shown(Elements(a, test.text)); got != test.want {
			t.Errorf("%s of %s: %s: %q, want %q", test.argument, test.tool, test.text, got, test.want)
		}
	}
}

// TestEdits checks that edits are applied in any order, but not if two overlap or one touches a hole.
func TestEdits(t *testing.T) {
	edit := func(start, end int, text string) Edit {
		return Edit{Span: xmlcall.Span{Start: start, End: end}, Text: text}
	}
	holes := []xmlcall.Span{{Start: 4, End: 6}}
	for _, test := range []struct {
		edits []Edit
		want  string // "" if they cannot be applied
		hole  int
	}{
		{nil, "abcdefgh", 4},
		{[]Edit{edit(7, 8, "H"), edit(0, 1, "")}, "bcdefgH", 3},
		{[]Edit{edit(1, 2, "B"), edit(1, 2, "B")}, "aBcdefgh", 4},
		{[]Edit{edit(1, 3, "x"), edit(3, 4, "y")}, "axyefgh", 3},
		{[]Edit{edit(1, 3, "x"), edit(2, 4, "y")}, "", 0},
		{[]Edit{edit(1, 2, "x"), edit(1, 2, "y")}, "", 0},
		{[]Edit{edit(5, 6, "x")}, "", 0},
	} {
		got, moved, ok := apply("abcdefgh", test.edits, holes)
		if ok != (test.want != "") || ok && (got != test.want || len(moved) != 1 || moved[0] != xmlcall.Span{Start: test.hole, End: test.hole + 2}) {
			t.Errorf("%v: %q, %v, %t", test.edits, got, moved, ok)
		}
	}
	if got, want := fmt.Sprint(shiftAll([]xmlcall.Span{{Start: 1, End: 2}, {Start: 3, End: 5}, {Start: 4, End: 6}}, -3)), fmt.Sprint([]xmlcall.Span{{Start: 0, End: 2}, {Start: 1, End: 3}}); got != want {
		t.Errorf("shifted: %s, want %s", got, want)
	}
}

// TestOpeners checks which text was meant to open a section and does not.
func TestOpeners(t *testing.T) {
	for text, want := range map[string]string{
		"<![cdata[a]]>": "<![cdata[", "x <[CDATA[a]]>": "<[CDATA[", "<![CDATA[a]]>": "", "a": "", "": "", "<![cdata[a]]><![cdata[b]]>": "", "<![CDATA[a]]><![cdata[b]]>": "",
	} {
		if at, ok := BrokenOpener(text); ok != (want != "") || ok && text[at.Start:at.End] != want {
			t.Errorf("%q: %v, %t", text, at, ok)
		}
	}
}

// TestIsMarkup checks which values are markup: those with a file of a markup language beside them,
// or with elements that are closed.
func TestIsMarkup(t *testing.T) {
	for arguments, want := range map[string]bool{
		"<path>a.html</path><content>a &lt; b</content>": true, "<path>a.HTM</path><content>a &gt; b</content>": true, "<path>a.html</path><content>a</content>": false,
		"<path>a.go</path><content>a &lt; b</content>": false, "<path>a.go</path><content>&lt;b>a&lt;/b></content>": true, "<path>a.go</path><content>&lt;b>a</content>": false,
		"<File>a.md</File><content>a &lt; b</content>": true, "<text>a.md</text><content>a &lt; b</content>": false,
		"<content>a &lt; b.md</content><path>x</path>": false, "<list><path>a.md</path><content>a &lt; b</content></list>": true, "<path>a.md</path><list><content>a &lt; b</content></list>": true,
		"<list><path>a.md</path></list><content>a &lt; b</content>":                   false,
		"<path>" + strings.Repeat("a", 296) + ".md</path><content>a &lt; b</content>": true,
		"<path>" + strings.Repeat("a", 297) + ".md</path><content>a &lt; b</content>": false,
		"<path/><content>a &lt; b</content>":                                          false,
		"<filename>a.md &lt;</filename>":                                              false,
		"<filename>a.md</filename><url>b.md</url><content>a &lt; b</content>":         true,
		"<path>&lt;a.md</path><content>b</content>":                                   false,
	} {
		b := xmlcall.ParseAt("<tool><server_name>a.md</server_name><tool_name>x.md</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
		var last xmlcall.ElementID
		for i, e := range b.Elements() {
			if e.Local() == "content" || e.Local() == "filename" {
				last = i
			}
		}
		if last == 0 {
			t.Fatalf("%s has no content", arguments)
		}
		if got := New(b, nil, Surroundings{}).IsMarkup(last); got != want {
			t.Errorf("%s: %t", arguments, got)
		}
	}
}
