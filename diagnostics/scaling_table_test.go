//go:build slow

package diagnostics

import (
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
)

// A series is a text of increasing sizes: head, then unit n times, then tail. In a unit
// # represents the number of the unit, from 0.
type series struct {
	rule, shape      string
	kind             document.Kind
	head, unit, tail string
	open             bool // whether the tool our_own is known, and accepts any arguments
	proven           bool // whether fix-all has something to do
	options          Options
}

// text returns a text of approximately the given size, and its number of units.
func (s *series) text(size int) (text string, n int) {
	n = max(1, size/(len(s.unit)+strings.Count(s.unit, "#")*3))
	var w strings.Builder
	w.WriteString(s.head)
	for i := range n {
		if strings.Contains(s.unit, "#") {
			w.WriteString(strings.ReplaceAll(s.unit, "#", strconv.Itoa(i)))
		} else {
			w.WriteString(s.unit)
		}
	}
	if strings.Contains(s.tail, "#") { // as many ends as starts
		w.WriteString(strings.Repeat(strings.ReplaceAll(s.tail, "#", ""), n))
	} else {
		w.WriteString(s.tail)
	}
	return w.String(), n
}

const (
	inRead    = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a.go</path>\n"
	inWrite   = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a.go</path>\n"
	inDiff    = "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>a.go</path>\n"
	inNote    = "<tool>\n<server_name>local</server_name>\n<tool_name>add_note</tool_name>\n<arguments>\n<content>a</content>\n"
	inUnknown = "<tool>\n<server_name>local</server_name>\n<tool_name>our_own</tool_name>\n<arguments>\n"
	inAny     = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n"
	outOf     = "</arguments>\n</tool>\n"
)

// value is in and out of the content of a file that is written.
const (
	inValue    = inWrite + "<content>"
	outOfValue = "</content>\n" + outOf
)

// scalingRules are, for each rule, the texts in which one call has many of its
// findings, in addition to those derived from its bad example: see allSeries.
var scalingRules = map[string][]series{
	"array-shape": {
		{shape: "wrong items", head: inNote + "<tags>", unit: "<x>a#</x>", tail: "</tags>\n" + outOf},
		{shape: "no list", head: inNote, unit: "<tag>a#</tag>\n", tail: outOf},
		{shape: "apart", head: inNote, unit: "<tag>a#</tag><x>b</x>\n", tail: outOf},
		{shape: "commas", head: inNote + "<tags>", unit: "a#,", tail: "</tags>\n" + outOf},
	},
	"call-end-in-content":    {{shape: "call", head: inValue, unit: "a </tool> b ", tail: outOfValue}},
	"cdata-around-structure": {{shape: "call", head: inDiff + "<edits>", unit: "<edit><![CDATA[<search>a#</search><replace>b</replace>]]></edit>\n", tail: "</edits>\n" + outOf}},
	"cdata-end-in-text":      {{shape: "call", head: inValue, unit: "a ]]> b ", tail: outOfValue}},
	"cdata-ends-early":       {{shape: "call", head: inValue + "<![CDATA[", unit: "a ]]> < b ", tail: "]]>" + outOfValue}},
	"corrupted-cdata":        {{shape: "call", head: inValue + "a && b", unit: "<![CDATA[a & b]]>\n", tail: outOfValue}},
	"double-escaped-entity":  {{shape: "call", head: inValue, unit: "a &amp;lt; b\n", tail: outOfValue}},
	"dropped-markup": {
		{shape: "call", head: inValue, unit: "<b>a</b> c\n", tail: outOfValue},
		{shape: "comments", head: inValue, unit: "<!-- a --> c\n", tail: outOfValue},
		{shape: "nested", head: inValue, unit: "<b>", tail: "</b>#"},
	},
	"duplicate-argument": {
		{shape: "call", head: inRead, unit: "<path>a#.go</path>\n", tail: outOf},
		{shape: "in edits", head: inDiff + "<edits>", unit: "<edit><search>a</search><search>b</search><replace>c</replace></edit>\n", tail: "</edits>\n" + outOf},
	},
	"duplicate-element": {{shape: "call", head: inAny, unit: "<server_name>local</server_name>\n", tail: "<arguments><path>a</path></arguments></tool>"}},
	"empty-argument":    {{shape: "call", head: inDiff + "<edits>", unit: "<edit><search></search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"entity-in-cdata":   {{shape: "call", head: inValue, unit: "<![CDATA[a &lt; b]]>\n", tail: outOfValue}},
	"ignored-attribute": {
		{shape: "call", head: inDiff + "<edits>", unit: "<edit x=\"1\"><search>a#</search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf},
		{shape: "one tag", head: inAny + "<arguments", unit: " a#=\"1\"", tail: "><path>a</path></arguments></tool>"},
		{shape: "one value", head: inWrite + "<content", unit: " a=\"1\"", tail: ">a" + outOfValue},
	},
	"ignored-prefix": {{shape: "call", head: inDiff + "<edits>", unit: "<edit><x:search>a#</x:search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"invalid-attribute": {
		{shape: "one tag", head: inAny + "<arguments", unit: " a#=1", tail: "><path>a</path></arguments></tool>"},
		{shape: "one value", head: inWrite + "<content", unit: " a", tail: ">a" + outOfValue},
		{shape: "call", head: inDiff + "<edits>", unit: "<edit x=1><search>a#</search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf},
		{shape: "in a value", head: inValue, unit: "<p a=1 b=2>c</p>\n", tail: outOfValue},
	},
	"invalid-character":           {{shape: "call", head: inValue, unit: "a\x01b ", tail: outOfValue}},
	"invalid-character-reference": {{shape: "call", head: inValue, unit: "a&#1;b ", tail: outOfValue}},
	"invalid-comment": {
		{shape: "call", head: inAny, unit: "<!-- a -- b -->\n", tail: "<arguments><path>a</path></arguments></tool>"},
		{shape: "in a value", head: inValue, unit: "<!-- a -- b -->\n", tail: outOfValue},
		{shape: "open", head: inValue, unit: "<!-- a\n", tail: outOfValue},
	},
	"invalid-element-name": {{shape: "call", head: inValue, unit: "<1a>b</1a>\n", tail: outOfValue}},
	"invalid-utf8":         {{shape: "call", head: inValue, unit: "a\xffb ", tail: outOfValue}},
	"json-arguments": {
		{shape: "members", head: inAny + "<arguments>{\"path\": \"a\"", unit: ", \"a#\": \"b\"", tail: "}</arguments></tool>"},
		{shape: "open members", open: true, proven: true, head: inUnknown + "{\"path\": \"a\"", unit: ", \"a#\": \"b\"", tail: "}" + outOf},
		{shape: "one name", head: inAny + "<arguments>{\"path\": \"a\"", unit: ", \"path\": \"b\"", tail: "}</arguments></tool>"},
		{shape: "edits", proven: true, head: "<tool><server_name>local</server_name><tool_name>apply_diff</tool_name><arguments>{\"path\": \"a\", \"edits\": [", unit: "{\"search\": \"a#\", \"replace\": \"b\"},", tail: "{\"search\": \"a\", \"replace\": \"b\"}]}</arguments></tool>"},
		{shape: "nested", head: inAny + "<arguments>{\"path\": ", unit: "[", tail: "]#"},
	},
	"legacy-json": {
		{shape: "members", head: "<tool>{\"tool_name\": \"read_file\", \"server_name\": \"local\", \"arguments\": {\"path\": \"a\"", unit: ", \"a#\": \"b\"", tail: "}}</tool>"},
		{shape: "beside", head: "<tool>{\"tool_name\": \"read_file\", \"server_name\": \"local\", \"arguments\": {\"path\": \"a\"}", unit: ", \"a#\": \"b\"", tail: "}</tool>"},
	},
	"malformed-cdata":    {{shape: "call", head: inValue, unit: "<[CDATA[a < b]]>\n", tail: outOfValue}},
	"mismatched-end-tag": {{shape: "call", head: inDiff + "<edits>", unit: "<edit><search>a#</serch><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"misplaced-argument": {
		{shape: "call", head: inAny, unit: "<path>a#</path>\n", tail: "</tool>"},
		{shape: "beside", head: inAny + "<arguments></arguments>", unit: "<path>a#</path>\n", tail: "</tool>"},
		{shape: "one line", head: "<tool><tool_name>read_file</tool_name>", unit: "<path>a#</path>", tail: "</tool>"},
	},
	"missing-argument": {
		{shape: "call", head: inDiff + "<edits>", unit: "<edit><search>a#</search></edit>\n", tail: "</edits>\n" + outOf},
		{shape: "beside", head: inDiff + "<edits>", unit: "<edit><search>a#</search><x>b</x></edit>\n", tail: "</edits>\n" + outOf},
	},
	"mixed-encoding":                {{shape: "call", head: inValue, unit: "a &lt; b <![CDATA[c]]>\n", tail: outOfValue}},
	"multiple-calls":                {{shape: "empty", head: "", unit: "<tool></tool>", tail: ""}},
	"nested-call":                   {{shape: "call", head: inValue, unit: "<tool>a", tail: outOfValue}, {shape: "escaped end", head: inValue, unit: "<tool>a&lt;/tool&gt;\n", tail: outOfValue}},
	"padded-cdata":                  {{shape: "call", head: inDiff + "<edits>", unit: "<edit><search> <![CDATA[a#]]> </search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"placeholder":                   {{shape: "dots", kind: document.Document, head: inDiff + "<edits>", unit: "<edit>...</edit>\n", tail: "</edits>\n" + outOf}, {shape: "template", kind: document.Document, head: inValue, unit: "{{ .A# }} b\n", tail: outOfValue}, {shape: "braces", kind: document.Document, head: inRead, unit: "<path>{{ .A# }}</path>\n", tail: outOf}, {shape: "joints", kind: document.Document, head: inValue, unit: "\" + a# + \" b\n", tail: outOfValue}},
	"prefer-cdata":                  {{shape: "call", head: inDiff + "<edits>", unit: "<edit><search>a &lt; b &amp;&amp; c &lt; d &lt; e</search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"prefer-escaping":               {{shape: "call", head: inDiff + "<edits>", unit: "<edit><search><![CDATA[a#]]></search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"raw-less-than":                 {{shape: "call", head: inValue, unit: "if a < b {\n", tail: outOfValue}, {shape: "in edits", head: inDiff + "<edits>", unit: "<edit><search>a < b</search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"stray-call-end":                {{shape: "line", head: "a ", unit: "</tool> ", tail: inRead + outOf}, {shape: "after", head: inRead + outOf, unit: "</tool> ", tail: ""}},
	"stray-end-tag":                 {{shape: "call", head: inValue, unit: "a</p>\n", tail: outOfValue}, {shape: "arguments", head: inRead, unit: "</x>\n", tail: outOf}},
	"stray-text":                    {{shape: "call", head: inAny, unit: "a <x>b</x>\n", tail: outOf}, {shape: "arguments", head: inRead, unit: "a <x#>b</x#>\n", tail: outOf}},
	"surrogate-character-reference": {{shape: "call", head: inValue, unit: "a&#xD83D;&#xDE00;b ", tail: outOfValue}},
	"swallowed-call":                {{shape: "mentions", head: "", unit: "the <tool> tag, ", tail: inRead + outOf}},
	"thinking-tag-in-call":          {{shape: "call", head: inValue, unit: "<thinking>a</thinking>\n", tail: outOfValue}},
	"type-mismatch":                 {{shape: "call", head: inRead, unit: "<start_line>a#</start_line>\n", tail: outOf}},
	"unclosed-call":                 {{shape: "tags", head: "", unit: "<tool>", tail: ""}, {shape: "lines", head: "", unit: "<tool>\n", tail: ""}, {shape: "spaced", head: "", unit: "<tool> ", tail: ""}, {shape: "markdown", kind: document.Document, head: "", unit: "<tool>\n\n", tail: ""}},
	"unclosed-cdata":                {{shape: "call", head: inDiff + "<edits>", unit: "<edit><search><![CDATA[a#</search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}},
	"unclosed-element": {
		{shape: "call", head: inDiff + "<edits>", unit: "<edit><search>a#<replace>b</replace></edit>\n", tail: "</edits>\n" + outOf},
		{shape: "nested", head: inUnknown, unit: "<a>", tail: outOf},
		{shape: "list", head: inNote + "<tags>", unit: "<tag>a\n", tail: "</tags>\n" + outOf},
	},
	"unescaped-ampersand": {{shape: "call", head: inValue, unit: "a & b\n", tail: outOfValue}, {shape: "in edits", head: inDiff + "<edits>", unit: "<edit><search>a & b</search><replace>b</replace></edit>\n", tail: "</edits>\n" + outOf}, {shape: "run", head: inValue, unit: "&", tail: outOfValue}},
	"unknown-argument": {
		{shape: "call", head: inRead, unit: "<a#>b</a#>\n", tail: outOf},
		{shape: "one name", head: inRead, unit: "<line_start>1</line_start>\n", tail: outOf},
		{shape: "named", head: inAny + "<arguments>", unit: "<parameter name=\"path\">a#</parameter>\n", tail: outOf},
		{shape: "short", head: inRead, unit: "<a/>", tail: outOf},
	},
	"unknown-element":             {{shape: "call", head: inAny, unit: "<a#>b</a#>\n", tail: "<arguments><path>a</path></arguments></tool>"}},
	"unknown-entity":              {{shape: "call", head: inValue, unit: "a&nbsp;b ", tail: outOfValue}},
	"unrecognized-tool-tag":       {{shape: "line", head: "", unit: "<Tool>", tail: ""}, {shape: "ends", head: inRead + "</arguments>", unit: "</Tool>", tail: ""}},
	"unsupported-xml-declaration": {{shape: "call", head: inValue, unit: "<?xml version=\"2.0\"?>\n", tail: outOfValue}},
	"unterminated-entity":         {{shape: "call", head: inValue, unit: "a &lt b\n", tail: outOfValue}},
	"unused-directive": {
		{shape: "in a call", head: inRead, unit: "<!-- forge-lsp-disable-next-call raw-less-than -->\n", tail: outOf},
		{shape: "names", head: "<!-- forge-lsp-disable-next-call", unit: " raw-less-than", tail: " -->\n" + inRead + outOf},
		{shape: "wrong names", head: "<!-- forge-lsp-disable-next-call", unit: " raw-less-thn#", tail: " -->\n" + inRead + outOf},
		{shape: "in a value", head: inValue, unit: "<!-- forge-lsp-disable-next-call raw-less-than -->\n", tail: outOfValue},
		{shape: "one line", head: "", unit: "<!-- forge-lsp-disable -->", tail: "\n" + inRead + outOf},
		{shape: "document", kind: document.Document, head: "", unit: "<!-- forge-lsp-disable -->\n\n", tail: "\n" + inRead + outOf},
	},
}

// scalingTexts are texts that do not belong to one rule.
var scalingTexts = []series{
	{rule: "(none)", shape: "sound calls", unit: inRead + outOf + "\n"},
	{rule: "(none)", shape: "markdown", kind: document.Document, unit: "a\n\n" + inRead + outOf + "\n"},
	{rule: "(none)", shape: "deep list", kind: document.Document, unit: "> - ", tail: inRead + outOf},
	{rule: "(none)", shape: "nested lists", kind: document.Document, unit: "- a\n  ", tail: inRead + outOf},
	{rule: "(none)", shape: "fences", kind: document.Document, unit: "```\n<tool>\n```\n\n", tail: ""},
	{rule: "(none)", shape: "quotes", kind: document.Document, unit: "`<tool>` ", tail: ""},
	{rule: "(none)", shape: "headings", kind: document.Document, unit: "# bad\n\n<tool></tool>\n\n", tail: ""},
	{rule: "(none)", shape: "thinking", unit: "<thinking><tool></tool></thinking>", tail: ""},
	{rule: "(none)", shape: "open thinking", unit: "<thinking><tool>", tail: ""},
	{rule: "(none)", shape: "log", kind: document.Log, unit: "user: a\nassistant: <tool></tool>\n", tail: ""},
	{rule: "(none)", shape: "lone tags", kind: document.Log, unit: "<tool>", tail: ""},
	{rule: "(none)", shape: "nested elements", head: inUnknown, unit: "<a>", tail: "</a>#"},
	{rule: "(none)", shape: "nested edits", head: inDiff, unit: "<edits><edit>", tail: "</edit></edits>#"},
}
