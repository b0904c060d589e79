package encode

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/xmlcall"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// argumentsOf returns the lines between the arguments tags.
func argumentsOf(t *testing.T, arguments any, o ...Options) string {
	t.Helper()
	text, err := Call{Tool: "x", Arguments: arguments}.Encode(append(o, Options{})[0])
	if err != nil {
		t.Fatalf("%+v: %v", arguments, err)
	}
	checkWritten(t, text)
	_, text, _ = strings.Cut(text, "<arguments>")
	text, _, _ = strings.Cut(text, "</arguments>")
	return text
}

// checkWritten fails the test unless text is one block that runs as written
// and holds none of the sequences that the runtime looks for.
func checkWritten(t testing.TB, text string) *xmlcall.Block {
	t.Helper()
	b := xmlcall.ParseAt(text, 0)
	if v := b.Verdict(); v.Outcome != xmlcall.Runs || b.Span.End != len(text) {
		t.Fatalf("%v, ends at %d of %d\n%q", v, b.Span.End, len(text), text)
	}
	inner := text[len(lex.ToolOpen) : len(text)-len(lex.ToolClose)]
	for _, s := range reserved {
		if strings.Contains(inner, s) {
			t.Fatalf("%s is literal in %q", s, text)
		}
	}
	return b
}

func TestAppend(t *testing.T) {
	got, err := Append([]byte("Prose. "), Call{Server: "mcp", Tool: "apply<diff", Arguments: map[string]any{
		"path":  "a.go",
		"edits": []any{map[string]any{"search": "a && b", "replace": "<x>&</x>"}},
		"n":     3,
	}}, Options{})
	want := `Prose. <tool>
<server_name>mcp</server_name>
<tool_name>apply&lt;diff</tool_name>
<arguments>
  <edits>
    <edit>
      <replace><![CDATA[<x>&</x>]]></replace>
      <search>a &amp;&amp; b</search>
    </edit>
  </edits>
  <n>3</n>
  <path>a.go</path>
</arguments>
</tool>`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(got)))
	}
	for _, none := range []any{nil, (*xmlcall.Value)(nil), &xmlcall.Value{}, map[string]any{}, struct{}{}} {
		if got := argumentsOf(t, none); got != "" {
			t.Errorf("%#v: %q", none, got)
		}
	}
}

func TestMethods(t *testing.T) {
	long := strings.Repeat("x", CDATAOver) + "&"
	for _, c := range []struct {
		value                   string
		literal                 bool
		auto, escapes, sections string
	}{
		{"plain", true, "plain", "plain", "plain"},
		{"a & b", false, "a &amp; b", "a &amp; b", "<![CDATA[a & b]]>"},
		{"<<<<<", false, "<![CDATA[<<<<<]]>", "&lt;&lt;&lt;&lt;&lt;", "<![CDATA[<<<<<]]>"},
		{long, false, "<![CDATA[" + long + "]]>", Escape(long), "<![CDATA[" + long + "]]>"},
		{"<]]>", false, "&lt;]]&gt;", "&lt;]]&gt;", "<![CDATA[<]]]]><![CDATA[>]]>"},
		{"</tool>", false, "&lt;/tool&gt;", "&lt;/tool&gt;", "&lt;/tool&gt;"},
		{"<thinking>", false, "&lt;thinking&gt;", "&lt;thinking&gt;", "&lt;thinking&gt;"},
		{"</thinking>", false, "&lt;/thinking&gt;", "&lt;/thinking&gt;", "&lt;/thinking&gt;"},
		{"<tool>", false, "&lt;tool&gt;", "&lt;tool&gt;", "&lt;tool&gt;"},
		{"<Tool>", false, "&lt;Tool&gt;", "&lt;Tool&gt;", "<![CDATA[<Tool>]]>"},
		{"<\r\n", false, "&lt;&#13;\n", "&lt;&#13;\n", "&lt;&#13;\n"},
		{"5", false, "5", "5", "5"},
		{"5", true, "<![CDATA[5]]>", "5", "<![CDATA[5]]>"},
		{" TRUE ", true, "<![CDATA[ TRUE ]]>", " TRUE ", "<![CDATA[ TRUE ]]>"},
		{"\u00a0null", true, "<![CDATA[\u00a0null]]>", "\u00a0null", "<![CDATA[\u00a0null]]>"},
		{"5\r", true, "<![CDATA[]]>5&#13;", "5&#13;", "<![CDATA[]]>5&#13;"},
		{"truth", true, "truth", "truth", "truth"},
		{"", true, "", "", ""},
	} {
		for m, want := range map[Method]string{Automatic: c.auto, Escapes: c.escapes, Sections: c.sections} {
			args := &xmlcall.Value{Children: []*xmlcall.Value{{Name: "v", Text: c.value, Literal: c.literal}}}
			if got := argumentsOf(t, args, Options{Method: m}); got != "\n  <v>"+want+"</v>\n" {
				t.Errorf("%q method %d: %q, want %q", c.value, m, got, want)
			}
		}
	}
}

type badText struct{}

func (badText) MarshalText() ([]byte, error) { return nil, errors.New("no text") }

func TestErrors(t *testing.T) {
	loop := map[string]any{}
	loop["a"] = loop
	type pointer *pointer
	var round pointer
	round = &round
	deep := &xmlcall.Value{Name: "a"}
	for range xmlcall.MaxDepth + 2 {
		deep = &xmlcall.Value{Name: "a", Children: []*xmlcall.Value{deep}}
	}
	edit := func(s string) any { return map[string]any{"search": s} }
	for _, c := range []struct {
		call Call
		want string
	}{
		{Call{}, "cannot write tool_name: a call needs the name of a tool"},
		{Call{Tool: "a\x00"}, "cannot write tool_name, byte 1: U+0000, a character that XML cannot carry"},
		{Call{Server: "\xff", Tool: "x"}, "cannot write server_name, byte 0: bytes that are not UTF-8 (ff)"},
		{Call{Tool: "x", Arguments: map[string]any{"edits": []any{edit(""), edit("ab\uffff")}}}, "cannot write edits[1].search, byte 2: U+FFFF, a character that XML cannot carry"},
		{Call{Tool: "x", Arguments: struct {
			E []string `xml:"exclude"`
		}{[]string{"", "\x1b"}}}, "cannot write exclude[1], byte 0: U+001B, a character that XML cannot carry"},
		{Call{Tool: "x", Arguments: map[string]any{"a": map[string]any{"b c": 1}}}, `cannot write a.b c: "b c" is not a valid element name`},
		{Call{Tool: "x", Arguments: &xmlcall.Value{Children: []*xmlcall.Value{{Name: "x:y"}}}}, `cannot write x:y: "x:y" is not a valid element name`},
		{Call{Tool: "x", Arguments: &xmlcall.Value{Children: []*xmlcall.Value{nil}}}, `cannot write [0]: a nil *Value`},
		{Call{Tool: "x", Arguments: 5}, "cannot write the call: arguments must be a map with string keys or a struct, not int"},
		{Call{Tool: "x", Arguments: []int{}}, "cannot write the call: arguments must be a map with string keys or a struct, not []int"},
		{Call{Tool: "x", Arguments: (*base)(nil)}, "cannot write the call: arguments must be a map with string keys or a struct, not *encode.base"},
		{Call{Tool: "x", Arguments: map[string]any{"f": []any{1, func() {}}}}, "cannot write f[1]: a value of type func() cannot be written in a call"},
		{Call{Tool: "x", Arguments: map[string]any{"f": map[int]int{}}}, "cannot write f: a map with keys of type int cannot be written in a call"},
		{Call{Tool: "x", Arguments: map[string]any{"f": badText{}}}, "cannot write f: no text"},
		{Call{Tool: "x", Arguments: map[string]any{"f": round}}, "cannot write f: nested deeper than 1000 elements"},
		{Call{Tool: "x", Arguments: struct {
			A string `xml:"a,attr"`
		}{"v"}}, "cannot write a: a field marked attr cannot be written in a call"},
		{Call{Tool: "x", Arguments: struct {
			A []any `xml:"as>a"`
			B int   `xml:"x y>b"`
		}{[]any{1, make(chan int)}, 0}}, "cannot write as[1]: a value of type chan int cannot be written in a call"},
		{Call{Tool: "x", Arguments: struct {
			B struct{ C chan int } `xml:"a>b"`
		}{}}, "cannot write a.b.C: a value of type chan int cannot be written in a call"},
		{Call{Tool: "x", Arguments: struct {
			B int `xml:"1>b"`
		}{}}, `cannot write 1: "1" is not a valid element name`},
		{Call{Tool: "x", Arguments: struct {
			B func() `xml:",chardata"`
		}{func() {}}}, "cannot write the call: a value of type func() cannot be written in a call"},
	} {
		dst, err := Append([]byte("kept"), c.call, Options{})
		var e *Error
		if !errors.As(err, &e) || err.Error() != c.want || string(dst) != "kept" {
			t.Errorf("%+v: %q, %v, want %s", c.call, dst, err, c.want)
		}
	}
	for _, arguments := range []any{loop, &xmlcall.Value{Children: []*xmlcall.Value{deep}}} {
		if _, err := Append(nil, Call{Tool: "x", Arguments: arguments}, Options{}); err == nil || !strings.Contains(err.Error(), "nested deeper") {
			t.Errorf("too deep: %.200v", err)
		}
	}
	if _, err := Append(nil, Call{Tool: "x", Arguments: map[string]string{"a": strings.Repeat("x", xmlcall.MaxSize)}}, Options{}); err == nil || !strings.Contains(err.Error(), "10,485,760") {
		t.Errorf("too large: %v", err)
	}
	if _, err := Arguments(map[string]any{"a": make(chan int)}, Options{}); err == nil {
		t.Error("Arguments: no error")
	}
}

func TestSection(t *testing.T) {
	for value, want := range map[string]string{"": "<![CDATA[]]>", "a]]>]]>": "<![CDATA[a]]]]><![CDATA[>]]]]><![CDATA[>]]>", "<tool>": "<![CDATA[<tool>]]>", "</tool>": ""} {
		if got, ok := Section(value); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", value, got, ok)
		}
	}
}

func TestArgumentsOmitted(t *testing.T) {
	type inner struct{ V int }
	type outer struct {
		*inner
		S string    `xml:"s,omitempty"`
		N int       `xml:"n,omitempty"`
		T time.Time `xml:"t,omitempty"`
		P *inner    `xml:"p"`
		E struct {
			XMLName string
			V       int
		}
	}
	if got := argumentsOf(t, outer{}); strings.ContainsAny(got, "snp") || !strings.Contains(got, "<t>0001") || !strings.Contains(got, "<E>") {
		t.Error(got)
	}
	v, err := Arguments(struct {
		Tags []string `xml:"tags"`
	}{[]string{"a"}}, Options{})
	if err != nil || len(v.Children) != 1 || v.Name != "arguments" {
		t.Errorf("%+v %v", v, err)
	}
}
