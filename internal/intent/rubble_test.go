package intent

import (
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
)

// TestRubble checks which changes of a call leave rubble or lose text.
func TestRubble(t *testing.T) {
	call := func(content string) string {
		return "<tool><tool_name>write_file</tool_name><arguments><path>a.go</path>" + content + "</arguments></tool>"
	}
	o := Options{Tools: toolspec.Builtins()}
	for _, test := range []struct {
		before, after string
		leaves        bool
	}{
		{"<content>a & b</content>", "<content>a &amp; b</content>", false},
		{"<content>a]]></content>", "<content>a</content>", false},
		{"<content>a]]></content>", "<content>a]]&gt;</content>", true},
		{"<content><![CDATA[<![CDATA[a]]>]]></content>", "<content><![CDATA[a]]></content>", false},
		{"<content><![CDATA[<![CDATA[a]]>]]></content>", "<content><![CDATA[<![CDATA[a]]]]><![CDATA[>]]></content>", true},
		{"<content><content>a</content>", "<content>&lt;content>a</content>", true},
		{"<content>a/content>", "<content>a/content></content>", true},
		{"<content>a&lt;/content&gt;", "<content>a</content>", false},
		{"<content>a</contnt>b", "<content>a&lt;/contnt&gt;</content>", true},
		{"<content>a &am</content>", "<content>a &amp;amp</content>", true},
		{"<content>a < b &lt; c</content>", "<content><![CDATA[a < b &lt; c]]></content>", true},
		{"<content>some text</content></content>", "<content>some</content>", true},
		{"<content>some</content><content>text</content>", "<content>text</content>", true},
		{"<body>text</body>", "<body>text</body><content>...</content>", true},
		{"<body>text</body>", "<content>text</content>", false},
		{"<content>see [[a]]</content>x]]>", "<content>see [[a]]</content>x", false},
		{"<content>a</contnt>", "<content>a&lt;/command&gt;</content>", true},
		{"<content><code>a</code></content>", "<content>&lt;code>a&lt;/code></content>", false},
		{"<content>a &amp;mdash; b</content>", "<content><![CDATA[a &mdash; b]]></content>", false},
		{"<content><value><![CDATA[a]]></value></content>", "<content><![CDATA[<value><![CDATA[a]]]]><![CDATA[></value>]]></content>", true},
		{`<arg name="content" value="a"/>`, "<content>a</content>", false},
		{`{"content": "a"}`, "<content>a</content>", false},
	} {
		before, after := call(test.before), call(test.after)
		if got := RubbleOf(before, false, o).Leaves(after, RunOf(after, o).OK, o); got != test.leaves {
			t.Errorf("%s to %s leaves rubble: %v", test.before, test.after, got)
		}
	}
}
