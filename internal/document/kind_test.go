package document

import (
	"strings"
	"testing"
)

func TestKindOf(t *testing.T) {
	tests := map[string]Kind{
		"-": Reply, "x.reply": Reply, "X.Response": Reply,
		"a.xml": Auto, "b/A.LOG": Auto, "x.transcript": Auto, "nohup.out": Auto,
		"a.md": Prose, "B.Markdown": Prose, "a.mdx": Document, "a.rs": Document, "a.go": Go, "a.TSX": JavaScript, "b.mjs": JavaScript, "c.py": Python, "README": Document, "": Document, "p.txt": Prose,
		"a.json": JSON, "b.JSONL": JSON, "c.ndjson": JSON, "d.yaml": YAML, "d.YML": YAML, "e.toml": TOML, "prompt.tmpl": Document,
	}
	for name, want := range tests {
		if got := KindOf(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

// TestSniff checks that calls of Forge are distinguished from the <tool> elements of
// other programs.
func TestSniff(t *testing.T) {
	forge := map[string]string{
		"a call":                  call,
		"after a mention":         "I write a <tool> now.\n\n" + call,
		"cut off":                 "<tool>\n<server_name>local</server_name>\n<tool_na",
		"cut off at once":         "Now: <tool>\n<tool_name>x",
		"without a name":          "<tool>\n<server_name>local</server_name>\n<arguments>\n<path>a</path></arguments></tool>",
		"without a server":        "<tool><tool_name>x</tool_name></tool>",
		"arguments alone":         "<tool><arguments><path>a</path></arguments></tool>",
		"misspelt names":          "<tool><Tool-Name>x</Tool-Name></tool>",
		"a prefix":                "<tool><f:tool_name>x</f:tool_name></tool>",
		"an end tag that is none": "<tool><tool_name>x<tool_name><arguments></tool>",
		"other elements first":    "<tool><id>7</id><name>x</name><server_name>local</server_name></tool>",
		"the old payload":         "<tool>{\"server_name\": \"local\", \"tool_name\": \"x\"}</tool>",
		"the old payload, below":  "<tool>\n{\n  \"tool_name\": \"x\"\n}\n</tool>",
		"in thinking":             "<thinking>" + call + "</thinking>",
		"another spelling":        "<Tool>\n<tool_name>x</tool_name>\n</Tool>",
		"an attribute":            "<tool id=\"1\">\n<tool_name>x</tool_name>\n</tool>",
		"a remark in it":          "<tool>\n<!-- the server -->\n<server_name>local</server_name>\n</tool>",
		"after another's":         "<tool><name>x</name></tool>\n" + call,
		"a comment before it":     "<!-- the call --> " + call,
		"a comment that is open":  "<!-- the call " + call,
	}
	for name, text := range forge {
		if got := Detect(text); got != Log {
			t.Errorf("%s: %v", name, got)
		}
		if f := Read(text, Auto); f.Kind != Log || f.ReadAs() != Auto || len(fileStarts(f)) == 0 {
			t.Errorf("%s is read as a %v with starts %v", name, f.Kind, fileStarts(f))
		}
	}
	others := map[string]string{
		"nothing":            "",
		"prose":              "Write a <tool> block, and end it with </tool>.",
		"a pair":             "<tool></tool>",
		"a build file":       "<project>\n  <tool><name>x</name></tool>\n  <tool name=\"go\" version=\"1.26\"/>\n</project>",
		"a description":      "<tools><tool><name>x</name><description>Does x.</description><arguments>{\"a\": 1}</arguments></tool></tools>",
		"rules":              "<rules>\n<rule><tool>gh pr view</tool></rule>\n<rule><tool>go test</tool></rule>\n</rules>",
		"rules below":        "<tool>\n  gh pr view\n</tool>\n<tool>\n  <command>go</command>\n</tool>",
		"a Galaxy tool":      "<tool id=\"sort1\" name=\"Sort\" version=\"1.0\">\n<description>data</description>\n<command>sort '$input'</command>\n<inputs><param name=\"input\"/></inputs>\n</tool>",
		"an IDE's":           "<toolSet name=\"External Tools\"><tool name=\"fmt\" disabled=\"false\"><exec><option name=\"COMMAND\" value=\"gofmt\"/></exec></tool></toolSet>",
		"arguments as text":  "<tool><name>x</name><arguments>-v -x</arguments></tool>",
		"JSON lines":         "{\"role\":\"assistant\",\"content\":\"<tool>\\n<server_name>local</server_name>\\n<tool_name>x</tool_name></tool>\"}",
		"a pattern":          "(?s)<tool>.*?</tool>",
		"commented out":      "<config>\n<!--\n" + call + "\n-->\n<tool>gh</tool>\n</config>",
		"commented out, two": "<!-- " + call + " --><tool>a</tool><!-- " + strings.ReplaceAll(call, "tool>", "Tool>") + " -->",
		"no Forge names":     "<tool><title>x</title><value>1</value></tool>",
	}
	for name, text := range others {
		if got := Detect(text); got != Document {
			t.Errorf("%s: %v", name, got)
		}
		if f := Read(text, Auto); f.Kind != Document || f.Segments != nil {
			t.Errorf("%s is read as a %v with starts %v", name, f.Kind, fileStarts(f))
		}
	}
}
