// Package shapes has texts for tests of cost: each construct in each container, as often as fits.
package shapes

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// A Container is a file with calls: what comes before and after the text, and how it is written.
type Container struct {
	File, head, tail string
	write            func(string) string
}

// Text returns the file with about size bytes of a construct.
func (c *Container) Text(unit string, size int) string {
	text := strings.Repeat(unit, size/len(unit))
	if c.write != nil {
		text = c.write(text)
	}
	return c.head + text + c.tail
}

// Containers are the containers.
var Containers = []Container{
	{"a.reply", "", "", nil},
	{"a.md", "# A\n\n", "", nil},
	{"a.go", "package a\n\nconst a = `", "`\n", strings.NewReplacer("`", "'").Replace},
	{"b.go", "package a\n\n", "", nil}, // no program
	{"a.js", "const a = `", "`\n", strings.NewReplacer("`", "\\`", "\\", "\\\\").Replace},
	{"b.js", "a=/[/", "", nil},
	{"a.py", "a = r\"\"\"", "\"\"\"\n", strings.NewReplacer("\"\"", "''").Replace},
	{"a.yaml", "a: |\n  ", "\n", strings.NewReplacer("\n", "\n  ").Replace},
	{"a.toml", "a = \"\"\"\n", "\"\"\"\n", strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace},
	{"a.json", `[{"role":"assistant","content":`, "}]\n", wire.Quote},
	{"a.jsonl", "", "", func(s string) string {
		return strings.Repeat(`{"role":"assistant","content":`+wire.Quote(s[:len(s)/8])+"}\n", 8)
	}},
}

// Constructs are the units of their texts, by what they are.
var Constructs = map[string]string{
	"openers": "<tool>", "ends": "</tool>", "quotes": "`<tool>` ", "fences": "```\n<tool>\n```\n\n", "regular expressions": "a=/[/<tool>/",
	"comments": "<!-- <tool> -->\n", "open comments": "<!-- <tool>", "thinking": "<thinking><tool></tool></thinking>\n",
	"entities": "<tool>&lt;&amp;&nbsp;&#1;</tool>\n", "CDATA": "<tool><![CDATA[a]]></tool>\n", "open CDATA": "<tool><![CDATA[\n",
	"open names":     "<tool><tool_name>",
	"ends in values": "- <tool><tool_name>write_file</tool_name><arguments><path>a</path><content>x</tool>y</content></arguments></tool>",
	"calls":          "<tool><tool_name>read_file</tool_name><arguments><path>a</path></arguments></tool>",
	"unknown tools":  "<tool><tool_name>read_fil</tool_name><arguments><path>a</path></arguments></tool>\n",
	"arguments":      "<tool><tool_name>read_file</tool_name><arguments><path>a</path><a>1</a><b>1</b><c>1</c></arguments></tool>\n\n",
	"directives":     "<!-- forge-lsp-disable-next-call raw-les-than -->\n<tool><tool_name>read_file</tool_name><arguments><path>a</path></arguments></tool>\n",
}
