package xmlcall

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// The tests of this file are the 25 cases of ADR-0024, "Test Coverage", with their
// names there: 11 of UnmarshalXMLWithFallback, 10 of escapeUnescapedAmpersands, and 4
// from the real world.

func TestUnmarshalXMLWithFallback(t *testing.T) {
	const call = "<tool><tool_name>t</tool_name><arguments>%</arguments></tool>"
	type item struct {
		Name  string `xml:"name"`
		Value string `xml:"value"`
	}
	type arguments struct {
		Pattern string `xml:"pattern"`
		Path    string `xml:"path"`
		Items   []item `xml:"items>item"`
	}
	for _, test := range []struct {
		name, text string
		want       arguments
		outcome    Outcome
	}{
		{"valid XML passes through unchanged", `<pattern>func</pattern><path>src</path>`, arguments{Pattern: "func", Path: "src"}, Runs},
		{"unescaped single ampersand fixed", `<pattern>a & b</pattern>`, arguments{Pattern: "a & b"}, Repaired},
		{"unescaped double ampersands fixed", `<pattern>a && b</pattern>`, arguments{Pattern: "a && b"}, Repaired},
		{"already escaped ampersands preserved", `<pattern>a &amp;&amp; b</pattern>`, arguments{Pattern: "a && b"}, Runs},
		{"multiple XML entities preserved", `<pattern>&lt;a&gt; &quot;b&quot; &apos;c&apos;</pattern>`, arguments{Pattern: `<a> "b" 'c'`}, Runs},
		{"numeric entities preserved", `<pattern>&#60;a&#x3E; &</pattern>`, arguments{Pattern: "<a> &"}, Repaired},
		{"URL query parameters handled", `<path>https://a.b/?x=1&y=2&copy=3</path>`, arguments{Path: "https://a.b/?x=1&y=2&copy=3"}, Repaired},
		{"mixed escaped and unescaped", `<pattern>a &amp; b & c &lt; d && e</pattern>`, arguments{Pattern: "a & b & c < d && e"}, Repaired},
		{"ampersand at the start of a value", `<pattern>&a</pattern>`, arguments{Pattern: "&a"}, Repaired},
		{"ampersand at the end of a value", `<pattern>a&</pattern>`, arguments{Pattern: "a&"}, Repaired},
		{
			"nested XML structures", `<items><item><name>a & b</name><value>1</value></item><item><name>c</name><value>&amp;</value></item></items>`,
			arguments{Items: []item{{"a & b", "1"}, {"c", "&"}}},
			Repaired,
		},
	} {
		t.Run(test.name, func(t *testing.T) { checkFallback(t, call, test.text, test.outcome, test.want) })
	}
}

func TestEscapeUnescapedAmpersands(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no ampersands", "a < b", "a < b"},
		{"single unescaped ampersand", "a & b", "a &amp; b"},
		{"double unescaped ampersands", "a && b", "a &amp;&amp; b"},
		{"already escaped ampersands preserved", "a &amp; b", "a &amp; b"},
		{"all standard entities", "&amp;&lt;&gt;&quot;&apos;", "&amp;&lt;&gt;&quot;&apos;"},
		{"decimal character references", "&#60;&#062;&#", "&#60;&#062;&amp;#"},
		{"hexadecimal character references", "&#x3C;&#x3e;&#x;&#X3C;", "&#x3C;&#x3e;&amp;#x;&amp;#X3C;"},
		{"mixed scenarios", "&amp; & &lt;&nbsp;&&gt", "&amp; &amp; &lt;&amp;nbsp;&amp;&amp;gt"},
		{"URL query parameters", "?a=1&b=2&amp;c=3", "?a=1&amp;b=2&amp;c=3"},
		{"complex regex patterns", `(?:a&&b)|&[^&;]+;`, `(?:a&amp;&amp;b)|&amp;[^&amp;;]+;`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := lex.Repair(test.text); got != test.want {
				t.Errorf("%q: %q, want %q", test.text, got, test.want)
			}
			if again := lex.Repair(test.want); again != test.want {
				t.Errorf("again: %q, want %q", again, test.want)
			}
		})
	}
}

func TestFallbackInTheRealWorld(t *testing.T) {
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>search_files</tool_name>\n<arguments>\n  %\n</arguments>\n</tool>"
	type arguments struct {
		Pattern string `xml:"pattern"`
		Path    string `xml:"path"`
		URL     string `xml:"url"`
		Content string `xml:"content"`
	}
	for _, test := range []struct {
		name, text string
		want       arguments
	}{
		{"search patterns with && operators", "<pattern>func.*&&.*return</pattern>\n  <path>src</path>", arguments{Pattern: "func.*&&.*return", Path: "src"}},
		{"URLs with multiple query parameters", "<url>https://api.example.com/v1?page=2&limit=50&sort=asc</url>", arguments{URL: "https://api.example.com/v1?page=2&limit=50&sort=asc"}},
		{"code with logical AND operators", "<content>if a && b {\n\treturn x & mask\n}</content>", arguments{Content: "if a && b {\n\treturn x & mask\n}"}},
		{"mixed content with entities", "<content>a &lt; b && c &gt; d &amp;&amp; e</content>", arguments{Content: "a < b && c > d && e"}},
	} {
		t.Run(test.name, func(t *testing.T) { checkFallback(t, call, test.text, Repaired, test.want) })
	}
}

// checkFallback checks what a call with the given arguments, which replace the % in a
// text, decodes to: here, and as the runtime does it with encoding/xml.
func checkFallback[T any](t *testing.T, call, arguments string, outcome Outcome, want T) {
	t.Helper()
	text := strings.Replace(call, "%", arguments, 1)
	b := ParseAt(text, 0)
	if got := b.Verdict().Outcome; got != outcome {
		t.Errorf("%s: %v, want %v", text, got, outcome)
	}
	var got, runtime T
	if err := b.Unmarshal(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := decodeAsRuntime(text, &runtime); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, runtime); diff != "" {
		t.Errorf("in the runtime: %s", diff)
	}
}
