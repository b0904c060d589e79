package xmlcall

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cases"
)

// TestInference runs ADR-0019's table.
func TestInference(t *testing.T) {
	rows := cases.LoadInferences(t)
	for _, row := range rows {
		b := ParseAt("<tool><tool_name>x</tool_name><arguments>"+row.Arguments+"</arguments></tool>", 0)
		args, ok := b.Decode()
		if !ok {
			t.Fatalf("%s: %v", row.ID, b.Verdict())
		}
		m := args.Infer()
		for name, got := range m {
			if s := describe(got); !matches(s, row.Want, got) {
				t.Errorf("%s: %s = %s, want %s", row.ID, name, s, row.Want)
			}
		}
	}
	t.Logf("type-inference: %d rows", len(rows))
}

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case bool:
		return fmt.Sprint("bool ", v)
	case int64:
		return fmt.Sprint("int ", v)
	case float64:
		if math.IsInf(v, 0) {
			return fmt.Sprintf("float64 %+v", v)
		}
		return fmt.Sprint("float64 ", v)
	case string:
		return "string " + v
	case []any:
		return fmt.Sprint("array ", v)
	case map[string]any:
		return fmt.Sprint("map ", v)
	}
	return "?"
}

// matches reads the table's last column, which is written for people.
func matches(got, want string, v any) bool {
	switch want {
	case "string", "float64":
		return strings.HasPrefix(got, want+" ")
	case "string empty":
		return got == "string "
	case `string "true" (with quotes)`:
		return got == `string "true"`
	case "float64 1.23e10":
		return v == 1.23e10
	case "map name,port(int)":
		m, ok := v.(map[string]any)
		return ok && m["name"] == "prod" && m["port"] == int64(8080)
	case "array of maps":
		list, ok := v.([]any)
		if !ok || len(list) != 2 {
			return false
		}
		first, ok := list[0].(map[string]any)
		return ok && first["search"] == "a" && first["replace"] == "b"
	}
	return got == want
}

func TestEncode(t *testing.T) {
	for value, want := range map[string]string{
		"":             "",
		"a && b":       "a &amp;&amp; b",
		"<b>&</b>":     "<![CDATA[<b>&</b>]]>",
		"]]>":          "]]&gt;",
		"<<<<< ]]>":    "<![CDATA[<<<<< ]]]]><![CDATA[>]]>",
		"</tool>":      "&lt;/tool&gt;",
		"<<<<<</tool>": "&lt;&lt;&lt;&lt;&lt;&lt;/tool&gt;",
		"a\r\nb":       "a&#13;\nb",
		"<<<<<\r":      "&lt;&lt;&lt;&lt;&lt;&#13;",
	} {
		got, ok := encode(value)
		if !ok || got != want {
			t.Errorf("encode(%q) = %q, %v, want %q", value, got, ok, want)
		}
	}
	for _, value := range []string{"\x00", "a\xffb", "\uffff"} {
		if got, ok := encode(value); ok {
			t.Errorf("encode(%q) = %q, want refusal", value, got)
		}
	}
}

// FuzzEncode holds the encoding of a value against the parser: what is written decodes to the same value.
func FuzzEncode(f *testing.F) {
	for _, s := range []string{"", "a && b", "]]>", "</tool>", "\r\n", strings.Repeat("<", 9), "]]]]>>", "<![CDATA[x]]>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		text, ok := encode(value)
		if !ok {
			return
		}
		b := ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+text+"</v></arguments></tool>", 0)
		args, ok := b.Decode()
		if !ok || b.Verdict().Outcome != Runs {
			t.Fatalf("%q: %q: %v", value, text, b.Verdict())
		}
		if got := args.Children[0].Text; got != value {
			t.Fatalf("%q: %q decodes to %q", value, text, got)
		}
	})
}

func TestParseLegacy(t *testing.T) {
	for payload, want := range map[string]string{
		`{"tool_name":"x"}`: "<server_name>local</server_name>|<tool_name>x</tool_name>|<arguments></arguments>",
		`{"server_name":"s","tool_name":"x","arguments":{"n":1.50,"b":true,"tags":["a","b"],"o":{"k":"<"}}}`: "<server_name>s</server_name>|<tool_name>x</tool_name>|<arguments>|  <n>1.50</n>|  <b>true</b>|" +
			"  <tags>|    <tag>a</tag>|    <tag>b</tag>|  </tags>|  <o>|    <k>&lt;</k>|  </o>|</arguments>",
		`{"tool_name":"x","arguments":{"list":[[1],2]}}`: "<server_name>local</server_name>|<tool_name>x</tool_name>|<arguments>|  <list>|    <item>|      <item>1</item>|    </item>|    <item>2</item>|  </list>|</arguments>",
	} {
		c, err := ParseLegacy(payload)
		if err != nil {
			t.Errorf("%s: %v", payload, err)
			continue
		}
		if got := strings.Join(c.Lines(), "|"); got != want || !c.Exact {
			t.Errorf("%s:\ngot  %s (exact %v)\nwant %s", payload, got, c.Exact, want)
		}
	}
	for _, payload := range []string{
		``, `{`, `[]`, `"x"`, `{"name":"x"}`, `{"tool_name":"x"} y`, `{"tool_name":"x","arguments":{"a b":1}}`,
		`{"tool_name":"x","arguments":{"a":"\u0000"}}`, `{"tool_name":""}`,
		strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200),
	} {
		if c, err := ParseLegacy(payload); err == nil {
			t.Errorf("%s: %+v, want an error", payload, c)
		}
	}
	if c, err := ParseLegacy(`{"tool_name":"x","arguments":{"a":null,"b":[]}}`); err != nil || c.Exact {
		t.Errorf("null and [] are not exact: %+v %v", c, err)
	}
}
