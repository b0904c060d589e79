package document

import (
	"strings"
	"testing"
)

// call is a call as documents show it; the tests search for its name.
const call = "<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments>\n</arguments>\n</tool>"

// indent returns text with prefix before each line.
func indent(prefix, text string) string {
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix)
}

// TestWhichOpenersCount checks which openers are calls: in the texts below, § precedes
// each opener that is one.
func TestWhichOpenersCount(t *testing.T) {
	unclosed := strings.TrimSuffix(call, "\n</tool>")
	crlf := strings.ReplaceAll(call, "\n", "\r\n")
	withContent := func(content string) string {
		return strings.Replace(call, "</arguments>", "<content>"+content+"</content>\n</arguments>", 1)
	}
	tests := []struct{ name, text string }{
		{"bare", "§" + call},
		{"bare, no trailing newline, text around", "a\n\n§" + call + " b"},
		{"two", "§" + call + "\n§" + call + "\n"},
		{"behind prose on its line", "Call §" + call},
		{"one line in flow", "§<tool><tool_name>a</tool_name></tool>"},
		{"empty", "<tool></tool> and <tool>\n</tool>"},
		{"empty in a fence", "```xml\n<tool></tool>\n```\n"},
		{"mention", "Write <tool> and </tool>."},
		{"mention with an element", "<tool> wraps <tool_name>x</tool_name>, then </tool>."},
		{"usage", "Usage: <tool> [args]\n\nserver_name and <server_name> too"},
		{"usage in a fence", "```\ngortex call <tool>\n```\nHere <server_name>local</server_name> is the server.\n"},
		{"metavariable at the line's end", "```\nuse <tool>\n```\n<server_name>local</server_name>\n"},
		{"inline code", "`<tool><tool_name>x</tool_name></tool>`"},
		{"inline code, two backticks", "``<tool><tool_name>`x`</tool_name></tool>``"},
		{"inline code in a heading", "# The `<tool><tool_name>x</tool_name></tool>` block\n\n§" + call},
		{"inline code in a table", "| a |\n|---|\n| `<tool><tool_name>x</tool_name></tool>` |\n"},
		{"inline code in HTML", "<details>\nUse `<tool><tool_name>x</tool_name></tool>`\n</details>\n"},
		{"escaped backtick", "\\`§<tool><tool_name>x</tool_name></tool>`"},
		{"pattern", "(?s)<tool>.*?</tool> and <tool>(.*?)</tool>"},
		{"string concatenation", "s := \"<tool>\" +\n\t\"<server_name>local</server_name>\""},
		{"encoded line breaks", `s := "<tool>\n<server_name>local</server_name>\n<tool_name>a</tool_name>\n</tool>"`},
		{"encoded line breaks behind an element", `"<tool><server_name>local</server_name>\n<tool_name>a</tool_name></tool>"`},
		{"encoded in JSON", `{"content": "\u003ctool\u003e\n<tool_name>x"}`},
		{"raw string", "const q = `§" + call + "`\n"},
		{"raw string with text", "const q = `Call:\n§" + call + "\n`\n\nvar x = `a`\n"},
		{"raw string after a comment", "// Example shows <tool> in a comment.\nconst q = `\n§" + call + "\n`\n"},
		{"stray backtick above", "a ` b\n§" + call + "\nc ` d"},
		{"stray backtick, one line", "a ` b\n§<tool><tool_name>x</tool_name></tool>\nc ` d"},
		{"wrapped inline code", "see `x\nand <tool><tool_name>x</tool_name></tool>` there"},
		{"mermaid", "```mermaid\nA --> B[" + call + "]\n```\n"},
		{"dot", "~~~ dot\n" + call + "\n~~~\n"},
		{"mermaid with attributes", "```{.mermaid}\n" + call + "\n```\n"},
		{"diagram label", "```\n+-----------+\n| <tool>    |\n+-----------+\n```\n§" + call},
		{"info string", "```<tool>\n<tool_name>x</tool_name>\n```\n"},
		{"comment", "<!-- " + call + " -->\n§" + call},
		{"comment over blank lines and fences", "<!--\n\n```xml\n" + call + "\n```\n\n-->\n§" + call},
		{"comment in a fence", "```xml\n<!-- " + call + " -->\n§" + call + "\n```\n"},
		{"unclosed comment", "<!-- a\n§" + call},
		{"comment closed in another fence", "```\n<!--\n§" + call + "\n```\n\n```\n-->\n```\n"},
		{"inline code holds a comment's start", "Write `<!--` first.\n\n§" + call + "\n\nThen `-->`."},
		{"comment inside the call", "<tool>\n</tool>\n§<tool>\n<!-- the server -->\n<server_name>local</server_name>\n</tool>"},
		{"comment's start in a call's content", "§" + withContent("<!-- a") + "\n\n§" + call + "\n\n-->\n"},
		{"fence", "```xml\n§" + call + "\n```\n"},
		{"fence, tildes", "~~~~\n§" + call + "\n~~~~\n"},
		{"fence, never closed", "```xml\n§" + call},
		{"fence, two calls", "```xml\n§" + call + "\n\n§" + call + "\n```\n"},
		{"fence of two, first unclosed", "```xml\n§" + unclosed + "\n\n§" + call + "\n```\n"},
		{"fences, first call unclosed", "```xml\n§" + unclosed + "\n```\n\nThe end is `</tool>`.\n\n```xml\n§" + call + "\n```\n"},
		{"fence, unclosed, end mentioned", "```xml\n§" + unclosed + "\n```\n\n- </tool> is missing\n- `<tool><tool_name>a</tool_name></tool>`\n"},
		{"fence in a list", "1. a\n\n   ```xml\n" + indent("   ", "§"+call) + "\n   ```\n2. b\n"},
		{"fence in a quote", "> ```xml\n" + indent("> ", "§"+call) + "\n> ```\n"},
		{"quote in a list", "- a\n" + indent("  > ", "§"+call) + "\n"},
		{"indented", "a\n\n" + indent("    ", "§"+call) + "\n"},
		{"indented by a tab", "a\n\n" + indent("\t", "§"+call) + "\n"},
		{"list item is the call", "- " + strings.TrimSpace(indent("  ", "§"+call)) + "\n"},
		{"content with an odd fence", "§" + withContent("\n```go\n") + "\n\nSee `<tool><tool_name>x</tool_name></tool>`.\n\n```xml\n§" + call + "\n```\n"},
		{"content with a fence in a fence", "```xml\n§" + withContent("\n```go\nx\n```\n") + "\n```\n\nSee `<tool><tool_name>x</tool_name></tool>`.\n"},
		{"content with a bare fence in a fence", "```xml\n§" + withContent("\n```\nx\n```\n") + "\n```\n\nSee `<tool><tool_name>x</tool_name></tool>`.\n"},
		{"content with a backtick", "§" + withContent("a ` b") + "\nand `<tool><tool_name>x</tool_name></tool>` is code\n"},
		{"content with an odd fence in a fence", "```xml\n§" + withContent("\n```\n") + "\n```\n\nSee `<tool><tool_name>x</tool_name></tool>`.\n"},
		{"call in two fences", "```xml\n§<tool>\n<tool_name>x</tool_name>\n<arguments>\n```\n\nSee `<b` and\n\n```xml\n</arguments>\n</tool>\n```\n"},
		{"content with blank lines and quotes", "§" + withContent("\n\n> a\n\n    b\n- c\n") + "\n\n§" + call},
		{"content with calls in CDATA", "§" + withContent("<![CDATA[ <tool>\n<tool_name>x</tool_name>\n]]>") + "\n\n§" + call},
		{"content with a mention", "§" + withContent("use <tool> here") + "\n\n§" + call},
		{"HTML around", "<details>\n\n§" + call + "\n\n</details>\n"},
		{"HTML around, no blank line", "<details>\n§" + call + "\n</details>\n"},
		{"CRLF", "a\r\n\r\n```xml\r\n§" + crlf + "\r\n```\r\n"},
		{"byte order mark", "\ufeff```xml\n§" + call + "\n```\n\n§" + call},
		{"byte order mark and call", "\ufeff§" + call},
		{"NUL and invalid UTF-8", "a\x00\xff\n\n```\xfe\n§" + withContent("\x00\xff") + "\n```\n"},
		{"bare ampersand", "§" + withContent("a && b")},
		{"raw less-than", "§" + withContent("a < b <c <- d")},
		{"no end tag", "§" + unclosed},
		{"no server", "§<tool>\n<tool_name>x</tool_name>\n</tool>"},
		{"no tool name", "§<tool>\n<server_name>local</server_name>\n</tool>"},
		{"only arguments", "§<tool>\n<arguments>\n  <path>a</path>\n</arguments>\n</tool>"},
		{"only JSON arguments", "<tool>\n<arguments>{\"a\": 1}</arguments>\n</tool>"},
		{"JSON arguments first", "§<tool>\n<arguments>{\"a\": 1}</arguments>\n<tool_name>x</tool_name></tool>"},
		{"only text arguments", "<tool><arguments>the arguments</arguments></tool>"},
		{"arguments first", "§<tool><arguments/><tool_name>x</tool_name></tool>"},
		{"unknown element first", "§<tool>\n<id>1</id>\n<server_name>local</server_name>\n</tool>"},
		{"stray line", "§<tool>\nCalling:\n<server_name>local</server_name>\n</tool>"},
		{"stray line in a quote", indent("> ", "§<tool>\nCalling:\n<server_name>local</server_name>\n</tool>")},
		{"stray end tag", "§<tool>\n</x><server_name>local</server_name>\n</tool>"},
		{"XML declaration", "§<tool>\n<?xml version=\"1.1\"?><server_name>local</server_name>\n</tool>"},
		{"prefixed", "§<tool>\n<f:tool_name>x</f:tool_name>\n</tool>"},
		{"wrong case", "§<tool>\n<Tool_Name>x</Tool_Name>\n</tool>"},
		{"wrong hyphen", "§<tool>\n<tool-name>x</tool-name>\n</tool>"},
		{"name with an attribute", "§<tool><tool_name type=\"s\">x</tool_name></tool>"},
		{"placeholder first", "§<tool>\n{{ if .S }}<server_name>{{ .S }}</server_name>{{ end }}\n</tool>"},
		{"legacy JSON", "§<tool>{\"server_name\": \"local\", \"tool_name\": \"x\", \"arguments\": {}}</tool>"},
		{"legacy JSON over lines", "```\n§<tool>\n{\n  \"tool_name\": \"x\"\n}\n</tool>\n```\n"},
		{"legacy JSON in inline code", "`<tool>{\"tool_name\": \"x\"}</tool>`"},
		{"other JSON", "<tool>{\"name\": \"x\", \"args\": {}}</tool>\n\"tool_name\""},
		{"capital tag", "§<Tool>\n<tool_name>x</tool_name>\n</Tool>"},
		{"tag with an attribute", "§<tool id=\"7\">\n<tool_name>x</tool_name>\n</tool>"},
		{"tag with a blank", "§<tool >\n<tool_name>x</tool_name>\n</tool >"},
		{"capital tag, other content", "<Tool name=\"a\"><command>x</command></Tool>"},
		{"tools, tool_call", "<tools>\n<tool_name>x</tool_name>\n</tools>\n<tool_call>\n<tool_name>x</tool_name>\n</tool_call>"},
		{"tool definition", "<tools>\n<tool>\n<name>a</name>\n<description>b</description>\n<arguments><path>string</path></arguments>\n</tool>\n</tools>"},
		{"other dialect", "<tool>search</tool><tool_input>x</tool_input>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var want []int
			text := ""
			for i, part := range strings.Split(tt.text, "§") {
				if i > 0 {
					want = append(want, len(text))
				}
				text += part
			}
			f := Read(text, Document)
			checkFile(t, f)
			got := fileStarts(f)
			if len(got) != len(want) {
				t.Fatalf("starts %v, want %v\n%s", got, want, text)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("starts %v, want %v\n%s", got, want, text)
				}
			}
		})
	}
}

// TestSegmentText checks that the text of a segment starts with the call as an agent
// would write it.
func TestSegmentText(t *testing.T) {
	deep := strings.Replace(call, "<arguments>\n", "<arguments>\n  <path>\n\n> a\n```\n\tb</path>\n", 1)
	noTrail := func(s string) string {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		return strings.Join(lines, "\n")
	}
	tests := []struct{ name, before, prefix, after string }{
		{"flow", "a\n\n", "", "\n\nb\n"},
		{"fence", "a\n\n```xml\n", "", "\n```\nb\n"},
		{"indented fence", "  ```xml\n", "  ", "\n  ```\nb\n"},
		{"list item", "- a\n\n  ```xml\n", "  ", "\n  ```\n- b\n"},
		{"ordered item", "10. a\n\n    ~~~\n", "    ", "\n    ~~~\n"},
		{"nested item", "- a\n  1. b\n\n     ```xml\n", "     ", "\n     ```\n"},
		{"item's first line", "- ```xml\n", "  ", "\n  ```\n"},
		{"quote", "> a\n>\n", "> ", "\n> b\n\nc\n"},
		{"nested quote", "> > a\n> >\n", "> > ", "\n"},
		{"fence in a quote", "> ```\n", "> ", "\n> ```\n"},
		{"fence in a quote, no blank", ">```\n", "> ", "\n>```\n"},
		{"quote in an item", "- a\n\n  > b\n  >\n", "  > ", "\n"},
		{"fence in a quote in an item", "- > ```\n", "  > ", "\n  > ```\n"},
		{"item in a quote", "> - a\n>\n", ">   ", "\n"},
		{"indented code", "a\n\n", "    ", "\n\nb\n"},
		{"tab", "a\n\n", "\t", "\n\nb\n"},
		{"item with tabs", "-\ta\n\n", "\t", "\n"},
		{"fence in an item with tabs", "-\ta\n\n\t```\n", "\t", "\n\t```\n"},
		{"fence behind a tab in an item", "- a\n\n\t```\n", "\t", "\n\t```\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.before + noTrail(indent(tt.prefix, deep)) + tt.after
			f := Read(text, Document)
			checkFile(t, f)
			if len(f.Segments) != 1 || len(f.Segments[0].Starts) != 1 {
				t.Fatalf("segments %+v\n%s", f.Segments, text)
			}
			s := f.Segments[0]
			if got := s.Text[s.Starts[0]:]; !strings.HasPrefix(got, deep) {
				t.Errorf("text %q\nwant %q", got, deep)
			}
		})
	}
}

func TestPlaceholders(t *testing.T) {
	tests := []struct{ in, want string }{
		{"{{x}} {{ a && b }} {{{raw}}}", "{{x}}|{{ a && b }}|{{{raw}}}"},
		{"{% for t in tags %}{{ t }}{%- end -%}", "{% for t in tags %}|{{ t }}|{%- end -%}"},
		{"${FILE} ${a_1} $5 ${5} ${} ${a.b} {braces} ${a", "${FILE}|${a_1}"},
		{"${a}{{b}}${c}", "${a}|{{b}}|${c}"},
		{"{{ a\n b }}", "{{ a\n b }}"},
		{"{{ a </b> }}", ""},
		{"{{" + strings.Repeat("a", 2000) + "}}", ""},
		{"{{1}, {2}}", ""},
		{"<p style={{color: 'red'}}> <p value={{ .X }}>", "{{ .X }}"},
		{"{% {% a %}", "{% a %}"},
		{"{% if n < 3 %}{% if a && b > 1 %}{{ a < b }}<% a < b %>", "{% if n < 3 %}|{% if a && b > 1 %}|{{ a < b }}|<% a < b %>"},
		{`{% if x == "%}</path>" %}a{{ "}}" }}b{{ '{{' }}`, `{% if x == "%}</path>" %}|{{ "}}" }}|{{ '{{' }}`},
		{"{{ the user's name }} and {{ the agent's }}", "{{ the user's name }}|{{ the agent's }}"},
		{"{{ {'a': {'b': 1}}['a'] }} {{- {1: 2} -}}", "{{ {'a': {'b': 1}}['a'] }}|{{- {1: 2} -}}"},
		{"{# </path> {% if %} {{ #}{#- a -#}", "{# </path> {% if %} {{ #}|{#- a -#}"},
		{"{{/* }} </b> {{ */}}{{- /* a */ -}}", "{{/* }} </b> {{ */}}|{{- /* a */ -}}"},
		{"{{!-- {{x}} </b> --}}{{! don't }}{{~! a ~}}", "{{!-- {{x}} </b> --}}|{{! don't }}|{{~! a ~}}"},
		{"# Title {#id-1}\n\nText #} ${#list[@]} ${x#}", ""},
		{"{% raw %}{% if a < b %}{{ x }}{% endraw %}{{ y }}", "{% raw %}|{% endraw %}|{{ y }}"},
		{"{%- raw -%} {{ x }} {%+ endraw -%} {{ y }}", "{%- raw -%}|{%+ endraw -%}|{{ y }}"},
		{"{% raw %} endraw %} {% endraw", "{% raw %}"},
		{"${name} ${a && b} ${a.b()}", "${name}"},
		{"{% if a", ""},
		{"{{ 'a }}", "{{ 'a }}"},
		{"{{ {{ a }}", "{{ a }}"},
		{"{{", ""},
		{"{%", ""},
		{"{{%", ""},
		{"{{--", ""},
		{"{{~~ }}", "{{~~ }}"},
		{"{{<", ""},
		{"{{}}", "{{}}"},
		{"${{ secrets.X }}", "{{ secrets.X }}"},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range placeholders(tt.in) {
			got = append(got, tt.in[p.Start:p.End])
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, s, tt.want)
		}
	}
	if f := Read(call+"{{x}}", Document); len(f.Segments[0].Placeholders) != 1 {
		t.Error("no placeholder in the segment")
	}
	if f := Read("{{x}}", Document); len(f.Segments) != 0 {
		t.Error("a segment without calls")
	}
}
