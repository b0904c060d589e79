package legacy

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/plural"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"

	"github.com/google/go-cmp/cmp"
)

// jsonOf returns the call of a block as JSON.
func jsonOf(b *xmlcall.Block) (string, error) {
	c, err := Of(b)
	if err != nil {
		return "", err
	}
	return c.JSON(encode.Options{}), nil
}

func TestErrors(t *testing.T) {
	for payload, want := range map[string]string{
		``:                                     "JSON, byte 0: unexpected end of JSON input",
		`{"tool_name":`:                        "JSON, byte 13: unexpected end of JSON input",
		`{"tool_name" "x"}`:                    `JSON, byte 13: invalid character '"' after object key`,
		`{"tool_name":"x"} y`:                  "JSON, byte 18: invalid character 'y' after top-level value",
		" {\"tool_name\":\"x\xff\"}":           "JSON, byte 16: bytes that are not UTF-8",
		` [1]`:                                 "JSON, byte 1: a tool call is an object",
		` {"server_name":"x"}`:                 `JSON, byte 1: the tool call has no "tool_name"`,
		`{"tool_name":"x", "args":{}}`:         "JSON, byte 18: args is not a member of a tool call",
		`{"tool_name": 5}`:                     "JSON, byte 14: tool_name must be a string",
		`{"tool_name":"x","arguments": ["a"]}`: "JSON, byte 30: arguments must be an object",
		`{"tool_name":"x","arguments":{"a b":1}}`:                                                       `JSON, byte 30: "a b" is not a valid element name`,
		`{"tool_name":"x","arguments":{"edits":[{"a":1}, {"a":"\u0001"}]}}`:                             "JSON, byte 53: U+0001, a character that XML cannot carry",
		`{"tool_name":"x","arguments":` + strings.Repeat(`{"a":`, 101) + "1" + strings.Repeat("}", 102): "JSON, byte 529: nested too deep",
	} {
		c, err := Parse(payload, encode.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %+v, %v\nwant %s", payload, c, err, want)
		}
	}
	if _, _, err := ParseValue("a b", "1", encode.Options{}); err == nil || err.Error() != `JSON, byte 0: "a b" is not a valid element name` {
		t.Error(err)
	}
	if _, _, err := ParseValue("a", "{", encode.Options{}); err == nil {
		t.Error("no error")
	}
}

// TestExact checks what elements express exactly, whatever comes after a loss.
func TestExact(t *testing.T) {
	for payload, want := range map[string]bool{
		`{"tool_name":"x","arguments":{"a":null,"b":[1]}}`:         false,
		`{"tool_name":"x","arguments":{"a":[],"b":[1]}}`:           false,
		`{"tool_name":"x","arguments":{"a":[1],"b":[]}}`:           false,
		`{"tool_name":"x","arguments":{"a":{},"b":{"c":1}}}`:       false,
		`{"tool_name":"x","arguments":{"a":"x","b":[[1],[2,3]]}}`:  true,
		`{"tool_name":"x","arguments":{"a":1}}`:                    true,
		`{"tool_name":"x","arguments":null}`:                       false,
		`{"tool_name":"x","arguments":{"a":1,"a":2}}`:              false,
		`{"tool_name":"x","tool_name":"y","arguments":{"a":1}}`:    false,
		`{"tool_name":"x","arguments":{"a":"\ud800"}}`:             false,
		`{"tool_name":"x","arguments":{"a":"\ud83d\ude00\ufffc"}}`: true,
		"{\"tool_name\":\"x\",\"arguments\":{\"a\":\"\ufffd\"}}":   true,
	} {
		if c, err := Parse(payload, encode.Options{}); err != nil || c.Exact != want {
			t.Errorf("%s: %+v, %v", payload, c, err)
		}
	}
}

func TestJSON(t *testing.T) {
	for arguments, want := range map[string]string{
		"": `{}`,
		"<a>007</a><b>+5</b><c>1.50</c><d> -0 </d><e>.5</e>":                        `{"a":7,"b":5,"c":1.50,"d":-0,"e":0.5}`,
		"<a>NaN</a><b>-Inf</b><c>1e999</c><d>12345678901234567890</d>":              `{"a":"NaN","b":"-Inf","c":1e999,"d":12345678901234567890}`,
		"<a>TRUE</a><b>Null</b><c>x &lt;y> &amp;</c><d></d><e><![CDATA[5]]></e>":    `{"a":true,"b":null,"c":"x \u003cy> &","d":"","e":"5"}`,
		"<edits><edit><s>a</s></edit></edits><z>1</z>":                              `{"edits":[{"s":"a"}],"z":1}`,
		"<list><item>1</item></list><list2><x>1</x><x>2</x></list2><o><x>1</x></o>": `{"list":[1],"list2":[1,2],"o":{"x":1}}`,
		"<e>1</e><f>x</f><e>2</e>":                                                  `{"e":[1,2],"f":"x"}`,
		"<o><a>1</a><b>2</b><a>3</a></o>":                                           `{"o":{"a":[1,3],"b":2}}`,
		"<p>a&b</p><q><![CDATA[x&y]]></q>":                                          `{"p":"a&b","q":"x&y"}`,
	} {
		b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
		got, err := jsonOf(b)
		if want := `{"server_name":"local","tool_name":"x","arguments":` + want + `}`; err != nil || got != want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", arguments, err, got, want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%s: not JSON", got)
		}
	}
	if got, err := jsonOf(xmlcall.ParseAt("<tool><tool_name>x</tool_name></tool>", 0)); err != nil || !strings.HasSuffix(got, `"arguments":{}}`) {
		t.Errorf("%s %v", got, err)
	}
	var refused *xmlcall.RefusedError
	if _, err := jsonOf(xmlcall.ParseAt("<tool></tool>", 0)); !errors.As(err, &refused) {
		t.Error(err)
	}
	// A list with another item name is recognized only by a reader that is given the
	// name.
	v := &xmlcall.Value{Children: []*xmlcall.Value{{Name: "paths", Children: []*xmlcall.Value{{Name: "p", Text: "a"}}}}}
	if got := (&Payload{Arguments: v}).JSON(encode.Options{}); !strings.HasSuffix(got, `"arguments":{"paths":{"p":"a"}}}`) {
		t.Error(got)
	}
	short := encode.Options{ItemName: func(list string) string { return list[:1] }}
	if got := (&Payload{Arguments: v}).JSON(short); !strings.HasSuffix(got, `"arguments":{"paths":["a"]}}`) {
		t.Error(got)
	}
	c, err := Parse(`{"tool_name":"x","arguments":{"paths":["a"]}}`, short)
	if err != nil || !c.Arguments.Children[0].Equal(v.Children[0]) {
		t.Errorf("%v %v", c, err)
	}
}

// randomObject returns an object that elements can express exactly.
func randomObject(r *rand.Rand, words []string, depth int) map[string]any {
	names := []string{"path", "edits", "tags", "list", "o", "item", "tool", "thinking", "é", "entries", "edit", "n_1.x-y"}
	m := map[string]any{}
	for range 1 + r.IntN(4) {
		m[names[r.IntN(len(names))]] = randomJSON(r, words, depth)
	}
	return m
}

func randomJSON(r *rand.Rand, words []string, depth int) any {
	n := 10
	if depth == 0 {
		n = 7
	}
	switch r.IntN(n) {
	case 0:
		return r.IntN(2) == 0
	case 1:
		return json.Number([]string{"0", "-7", "1.50", "1e9", "12345678901234567890", "1E-400", "-0.0"}[r.IntN(7)])
	case 2:
		return []string{"true", "null", "5", " 007\t", "NaN", "+Inf", "1e5", "0x10", "\r5", "FALSE\r\n"}[r.IntN(10)]
	case 7:
		var list []any
		for range 1 + r.IntN(3) {
			list = append(list, randomJSON(r, words, depth-1))
		}
		return list
	case 8, 9:
		return randomObject(r, words, depth-1)
	}
	s := ""
	for range r.IntN(3) {
		s += words[r.IntN(len(words))]
	}
	return s
}

// ambiguous reports whether v holds an object whose only member has the name
// of a list's item.
func ambiguous(name string, v any) bool {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if ambiguous(plural.Item(name), x) {
				return true
			}
		}
	case map[string]any:
		for key, x := range v {
			if len(v) == 1 && key == plural.Item(name) || ambiguous(key, x) {
				return true
			}
		}
	}
	return false
}

// FuzzLegacy goes from JSON to elements and back.
func FuzzLegacy(f *testing.F) {
	for i, s := range []string{"a && b", "</tool>|<thinking>|]]>", "\r\n|x", "<<<<<|5", "é|\u2028|\ufffd"} {
		f.Add(uint64(i), s)
	}
	f.Fuzz(func(t *testing.T, seed uint64, s string) {
		words := strings.Split(strings.ToValidUTF8(s, "?"), "|")
		arguments := randomObject(rand.New(rand.NewPCG(seed, 1)), words, 4)
		if bad, _ := lex.NextBadChar(s, 0, len(s)); bad.Len() > 0 || ambiguous("arguments", map[string]any{"": 0, "arguments": arguments}) {
			return
		}
		payload, err := json.Marshal(map[string]any{"tool_name": "x", "server_name": "local", "arguments": arguments})
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(string(payload), encode.Options{})
		if err != nil || !c.Exact {
			t.Fatalf("%v %+v\n%s", err, c, payload)
		}
		text, err := c.Elements().Encode(encode.Options{Method: encode.Method(seed % 2 * 2)}) // Automatic or Sections
		if err != nil {
			t.Fatal(err)
		}
		b := xmlcall.ParseAt(text, 0)
		if v := b.Verdict(); v.Outcome != xmlcall.Runs || b.Span.End != len(text) {
			t.Fatalf("%v, ends at %d of %d\n%q", v, b.Span.End, len(text), text)
		}
		back, err := jsonOf(b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(parseJSON(t, string(payload)), parseJSON(t, back)); diff != "" {
			t.Fatalf("%s\n%s\n%s", diff, payload, text)
		}
		for _, s := range []string{lex.ToolOpen, lex.ToolClose, lex.ThinkingOpen, lex.ThinkingClose} {
			if strings.Contains(back, s) {
				t.Fatalf("%s is literal in %s", s, back)
			}
		}
	})
}

func parseJSON(t *testing.T, text string) (v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// FuzzParseValue checks ParseValue against encoding/json: both accept the same texts,
// and the offset of every error is inside the text.
func FuzzParseValue(f *testing.F) {
	for _, s := range []string{`{"a":[1,null,"x"],"b":{}}`, `[`, `{"a" :`, `"\ud800"`, "nul", `{"a":1,}`, "\"\xff\"", `[[[]]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, _, err := ParseValue("v", text, encode.Options{})
		switch {
		case err == nil && !json.Valid([]byte(text)):
			t.Fatalf("%q is no JSON: %+v", text, v)
		case err == nil:
			if _, err := (encode.Call{Tool: "x", Arguments: &xmlcall.Value{Children: []*xmlcall.Value{v}}}).Encode(encode.Options{}); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		case err != nil:
			var offset int
			if _, scan := fmt.Sscanf(err.Error(), "JSON, byte %d:", &offset); scan != nil || offset < 0 || offset > len(text) {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}

func TestParse(t *testing.T) {
	for payload, want := range map[string]string{
		`{"tool_name":"x"}`: "<server_name>local</server_name>|<tool_name>x</tool_name>|<arguments></arguments>",
		`{"server_name":"s","tool_name":"x","arguments":{"n":1.50,"b":true,"tags":["a","b"],"o":{"k":"<"}}}`: "<server_name>s</server_name>|<tool_name>x</tool_name>|<arguments>|  <n>1.50</n>|  <b>true</b>|" +
			"  <tags>|    <tag>a</tag>|    <tag>b</tag>|  </tags>|  <o>|    <k>&lt;</k>|  </o>|</arguments>",
		`{"tool_name":"x","arguments":{"list":[[1],2]}}`: "<server_name>local</server_name>|<tool_name>x</tool_name>|<arguments>|  <list>|    <item>|      <item>1</item>|    </item>|    <item>2</item>|  </list>|</arguments>",
	} {
		c, err := Parse(payload, encode.Options{})
		if err != nil {
			t.Errorf("%s: %v", payload, err)
			continue
		}
		lines, err := c.Lines("")
		if got := strings.ReplaceAll(lines, "\n", "|"); got != want || !c.Exact || err != nil {
			t.Errorf("%s:\ngot  %s (exact %v)\nwant %s", payload, got, c.Exact, want)
		}
	}
}

// TestDepthOfJSON checks that JSON is written to the depth to which elements are read,
// and no deeper.
func TestDepthOfJSON(t *testing.T) {
	const more = 5
	v := &xmlcall.Value{Name: "a", Text: "x"}
	for range xmlcall.MaxDepth + more {
		v = &xmlcall.Value{Name: "a", Children: []*xmlcall.Value{v, {Name: "b", Text: "y"}}}
	}
	if got := strings.Count((&Payload{Arguments: v}).JSON(encode.Options{}), `"b"`); got != xmlcall.MaxDepth {
		t.Errorf("%d levels, want %d", got, xmlcall.MaxDepth)
	}
}
