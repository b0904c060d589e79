package encode

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// arguments returns the lines between the tags of the arguments.
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

type base struct {
	Path   string `xml:"path"`
	Hidden string `xml:"n"`
}

type named struct {
	XMLName xml.Name `xml:"urn:x own"`
	V       int      `xml:"v"`
}

type everything struct {
	base
	N       int       `xml:"n"`
	Edits   []edits   `xml:"edits>edit"`
	Count   *int      `xml:"edits>count"`
	Exclude []string  `xml:"exclude"`
	Skip    string    `xml:"-"`
	Empty   string    `xml:"empty,omitempty"`
	None    any       `xml:"none"`
	When    time.Time `xml:"when"`
	Raw     []byte    `xml:"raw"`
	Flag    bool      // by its own name
	Named   named     // by the name of its type
	Deep    string    `xml:"a>b>c"`
	Array   []float64 `xml:"list>item"`
	Remark  string    `xml:",comment"`
	Attr    string    `xml:"attr,attr"`
	private int
}

type edits struct {
	Search string   `xml:"search"`
	Code   codeText `xml:"code"`
}

type codeText struct {
	Text string `xml:",cdata"`
}

func TestArgumentsStruct(t *testing.T) {
	two := 2
	in := everything{
		base: base{"p", "not written"}, N: 7, Count: &two, Exclude: []string{"1", "b"}, Skip: "s", Flag: true,
		Edits: []edits{{"a", codeText{"x & y"}}, {"b", codeText{""}}},
		When:  time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC), Raw: []byte("r<"), Named: named{V: 1}, Deep: "d",
		Array: []float64{1e6, 1e30}, Remark: "gone", private: 1,
	}
	text, err := Call{Tool: "x", Arguments: &in}.Encode(Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := checkWritten(t, text)
	want := `
  <path>p</path>
  <n>7</n>
  <edits>
    <edit>
      <search>a</search>
      <code>x &amp; y</code>
    </edit>
    <edit>
      <search>b</search>
      <code></code>
    </edit>
    <count>2</count>
  </edits>
  <exclude><![CDATA[1]]></exclude>
  <exclude>b</exclude>
  <when>2024-01-02T03:04:05Z</when>
  <raw>r&lt;</raw>
  <Flag>true</Flag>
  <own>
    <v>1</v>
  </own>
  <a>
    <b>
      <c>d</c>
    </b>
  </a>
  <list>
    <item>1000000</item>
    <item>1e+30</item>
  </list>
`
	if _, got, _ := strings.Cut(text, "<arguments>"); strings.TrimSuffix(got, "</arguments>\n</tool>") != want {
		t.Errorf("%s", cmp.Diff(want, got))
	}
	// The counterpart reads the same struct back.
	in.Hidden, in.Skip, in.Remark, in.private = "", "", "", 0
	in.Named.XMLName = xml.Name{Local: "own"}
	var out everything
	// The namespace of the tag is not written; the runtime has none either.
	type plain struct {
		everything
		Named struct{ V int } `xml:"own"`
	}
	var p plain
	if err := b.Unmarshal(&p); err != nil {
		t.Fatal(err)
	}
	out = p.everything
	out.Named = in.Named
	if diff := cmp.Diff(in, out, cmp.AllowUnexported(everything{}, base{})); diff != "" {
		t.Error(diff)
	}
}

func TestArgumentsValues(t *testing.T) {
	var nilMap map[string]string
	type text string
	for _, c := range []struct {
		v    any
		want string
	}{
		{map[string]any{"b": nil, "a": true, "c": nilMap}, "<a>true</a><b>null</b><c></c>"},
		{map[text]text{"k": "v"}, "<k>v</k>"},
		{map[string]any{"u": uint8(3), "i": int64(-4), "f": 0.1, "g": float32(0.1)}, "<f>0.1</f><g>0.1</g><i>-4</i><u>3</u>"},
		{map[string]any{"a": math.Inf(1), "b": math.NaN(), "c": 5.0, "d": 1e-9}, "<a>+Inf</a><b>NaN</b><c>5</c><d>1e-09</d>"},
		{map[string]any{"n": json.Number("1.50"), "s": "1.50"}, "<n>1.50</n><s><![CDATA[1.50]]></s>"},
		{map[string]any{"tags": []string{"a", "b"}, "list": [][]int{{1}, {2, 3}}}, "<list><item><item>1</item></item><item><item>2</item><item>3</item></item></list><tags><tag>a</tag><tag>b</tag></tags>"},
		{map[string]any{"v": &xmlcall.Value{Name: "other", Text: "t"}}, "<v>t</v>"},
		{xmlcall.Value{Children: []*xmlcall.Value{{Name: "a"}}}, "<a></a>"},
		{map[string]any{"tool": 1, "thinking": []string{"x"}}, "<thinking ><item>x</item></thinking ><tool >1</tool >"},
		{map[string]any{"when": time.Unix(0, 0).UTC()}, "<when>1970-01-01T00:00:00Z</when>"},
		{struct {
			*base
			Any  string   `xml:",any"`
			List []string `xml:"tags>tag"`
		}{}, ""},
		{struct {
			List []string `xml:"tags>tag"`
			P    *base    `xml:"p"`
		}{[]string{}, &base{}}, "<tags></tags><p><path></path><n></n></p>"},
	} {
		got := argumentsOf(t, c.v)
		lines := strings.Split(got, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], " ")
		}
		if got = strings.Join(lines, ""); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.v, got, c.want)
		}
	}
	if got := argumentsOf(t, map[string]any{"tags": []int{1}}, Options{ItemName: func(string) string { return "i" }}); !strings.Contains(got, "<i>1</i>") {
		t.Errorf("item name: %s", got)
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
		{Call{Tool: "x", Arguments: map[string]any{"a": map[string]any{"b c": 1}}}, `cannot write a.b c: "b c" cannot be the name of an element`},
		{Call{Tool: "x", Arguments: &xmlcall.Value{Children: []*xmlcall.Value{{Name: "x:y"}}}}, `cannot write x:y: "x:y" cannot be the name of an element`},
		{Call{Tool: "x", Arguments: &xmlcall.Value{Children: []*xmlcall.Value{nil}}}, `cannot write [0]: a nil *Value`},
		{Call{Tool: "x", Arguments: 5}, "cannot write the call: arguments must be a map with string keys or a struct, not int"},
		{Call{Tool: "x", Arguments: []int{}}, "cannot write the call: arguments must be a map with string keys or a struct, not []int"},
		{Call{Tool: "x", Arguments: (*base)(nil)}, "cannot write the call: arguments must be a map with string keys or a struct, not *encode.base"},
		{Call{Tool: "x", Arguments: map[string]any{"f": []any{1, func() {}}}}, "cannot write f[1]: a value of type func() has no form in a call"},
		{Call{Tool: "x", Arguments: map[string]any{"f": map[int]int{}}}, "cannot write f: a map with keys of type int has no form in a call"},
		{Call{Tool: "x", Arguments: map[string]any{"f": badText{}}}, "cannot write f: no text"},
		{Call{Tool: "x", Arguments: map[string]any{"f": round}}, "cannot write f: nested deeper than 1000 elements"},
		{Call{Tool: "x", Arguments: struct {
			A string `xml:"a,attr"`
		}{"v"}}, "cannot write a: a field marked attr has no form in a call"},
		{Call{Tool: "x", Arguments: struct {
			A []any `xml:"as>a"`
			B int   `xml:"x y>b"`
		}{[]any{1, make(chan int)}, 0}}, "cannot write as[1]: a value of type chan int has no form in a call"},
		{Call{Tool: "x", Arguments: struct {
			B struct{ C chan int } `xml:"a>b"`
		}{}}, "cannot write a.b.C: a value of type chan int has no form in a call"},
		{Call{Tool: "x", Arguments: struct {
			B int `xml:"1>b"`
		}{}}, `cannot write 1: "1" cannot be the name of an element`},
		{Call{Tool: "x", Arguments: struct {
			B func() `xml:",chardata"`
		}{func() {}}}, "cannot write the call: a value of type func() has no form in a call"},
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
	if _, err := Append(nil, Call{Tool: "x", Arguments: map[string]string{"a": strings.Repeat("x", xmlcall.MaxSize)}}, Options{}); err == nil || !strings.Contains(err.Error(), "10485760") {
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

func TestLinesLenient(t *testing.T) {
	v := &xmlcall.Value{Children: []*xmlcall.Value{{Name: "a", Text: "x\x00"}, {Name: "b", Text: "1\n2"}, {Name: "c", Children: []*xmlcall.Value{{Name: "d"}}}}}
	want := []string{"\t<a></a>", "\t<b>1\n2</b>", "\t<c>", "\t  <d></d>", "\t</c>"}
	if diff := cmp.Diff(want, Lines(v, "\t")); diff != "" {
		t.Error(diff)
	}
}

// FuzzAppend holds calls that are written against encoding/xml and the
// parser: they decode to the values that were given, and the strict parser
// reads them.
func FuzzAppend(f *testing.F) {
	for _, s := range []string{"", "a && b", "]]>", "</tool>", "<thinking>x</thinking>", "\r\n", "<<<<<\r", "5", "null", "]]]]>>", "<![CDATA[x]]>", "\ufffd"} {
		f.Add("path", s, s+"&", uint8(0))
		f.Add("tool", s, strings.Repeat(s, 9), uint8(1))
		f.Add("é", s, "<"+s, uint8(2))
	}
	f.Fuzz(func(t *testing.T, name, x, y string, method uint8) {
		args := &xmlcall.Value{Name: "arguments", Children: []*xmlcall.Value{
			{Name: name, Text: x, Literal: true},
			{Name: "edits", Children: []*xmlcall.Value{{Name: "edit", Children: []*xmlcall.Value{{Name: name, Text: y}, {Name: "b", Text: x + y}}}}},
			{Name: "n", Text: y, Literal: true},
		}}
		text, err := Call{Server: y, Tool: x, Arguments: args}.Encode(Options{Method: Method(method % 3)})
		bad, _ := lex.NextBadChar(x+"\n"+y, 0, len(x)+1+len(y))
		if want := bad.Len() > 0 || x == "" || !tree.IsName(name) || len(text) > xmlcall.MaxSize; (err != nil) != want {
			t.Fatalf("%q %q %q: %v", name, x, y, err)
		}
		if err != nil {
			return
		}
		b := checkWritten(t, text)
		if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
			t.Fatalf("encoding/xml: %v\n%q", err, text)
		}
		got, ok := b.Decode()
		if !ok || !got.Equal(args) {
			t.Fatalf("decodes to %s, want %s\n%q", Lines(got, ""), Lines(args, ""), text)
		}
		if y == "" {
			y = "local"
		}
		if b.ToolName() != x || b.ServerName() != y {
			t.Fatalf("%q/%q, want %q/%q", b.ServerName(), b.ToolName(), y, x)
		}
		// Inference keeps what is said to be a string.
		if inferred, ok := got.Infer()["n"].(string); method%3 != uint8(Escapes) && name != "n" && name != "edits" && y != "local" && (!ok || inferred != y) {
			t.Fatalf("inferred %#v, want %q\n%q", inferred, y, text)
		}
	})
}

func FuzzArguments(f *testing.F) {
	f.Add("path", "5", 5.5, int64(3), true)
	f.Fuzz(func(t *testing.T, key, s string, x float64, n int64, flag bool) {
		in := map[string]any{key: s, "m": map[string]any{"b": flag, "f": x, "s": s}, "tags": []any{n, s, nil}}
		if key == "m" || key == "tags" {
			return
		}
		text, err := Call{Tool: "x", Arguments: in}.Encode(Options{})
		if err != nil {
			return
		}
		got, _ := checkWritten(t, text).Decode()
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			in["m"].(map[string]any)["f"] = int64(x) // the inference knows no other
		} else if x == math.Trunc(x) || x != x {
			return
		}
		if want := in; fmt.Sprintf("%#v", got.Infer()) != fmt.Sprintf("%#v", want) {
			t.Fatalf("%#v, want %#v\n%s", got.Infer(), want, text)
		}
	})
}
