package toolspec

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReadGolden compares what tools read of arguments, and the problems with them, with a file.
func TestReadGolden(t *testing.T) {
	const sound = "<path>a</path><tags><tag>b</tag></tags>"
	var b strings.Builder
	for _, test := range []struct {
		definition string
		arguments  []string
	}{
		{`{"name": "x", "schema": {"type": "object", "required": ["path", "tags"], "properties": {
		"path": {"type": "string", "minLength": 1}, "mode": {"enum": ["fast", "slow", "2"]}, "n": {"type": "integer", "minimum": 0, "maximum": 100}, "r": {"type": "number"},
		"on": {"type": "boolean"}, "maybe": {"type": ["integer", "null"]}, "any": {}, "code": {"type": "string", "pattern": "^[a-z]+$"},
		"tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3}, "numbers": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true},
		"each": {"type": "array", "xml": {"wrapped": false}, "items": {"type": "string"}},
		"steps": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "wait": {"type": "integer"}}}},
		"options": {"type": "object", "properties": {"deep": {"type": "boolean"}, "list": {"type": "array", "items": {"type": "number"}}}},
		"labels": {"type": "object", "additionalProperties": {"type": "string"}}}}}`, []string{
			"", sound, "<path></path><tags></tags>", "<path> a </path><tags/>", "<path>a</path>", "<tags><tag>b</tag></tags>",
			"<path>a</path><path>b</path><tags><tag>c</tag></tags>", "<path>a</path><path>a</path><tags/>", "<path>a</path><path/><tags/>", "<path/><path>a</path><tags/>",
			"<path>a<b>c</b>d</path><tags/>", "<path><value>a</value></path><tags/>", "<Path>a</Path><tags/>", "<pth>a</pth><tags/>", "<other>a</other>" + sound,
			sound + "<mode>fast</mode>", sound + "<mode>Fast</mode>", sound + "<mode>other</mode>", sound + "<mode>2</mode>", sound + "<mode> slow </mode>", sound + "<mode></mode>",
			sound + "<n>7</n>", sound + "<n> 7\n</n>", sound + "<n>007</n>", sound + "<n>+7</n>", sound + "<n>-1</n>", sound + "<n>101</n>", sound + "<n>7.0</n>", sound + "<n>7.5</n>", sound + "<n>1e2</n>",
			sound + "<n>0x10</n>", sound + "<n>1_000</n>", sound + "<n>seven</n>", sound + "<n></n>", sound + "<n>99999999999999999999</n>", sound + "<n>\"7\"</n>", sound + "<n>null</n>",
			sound + "<r>1.5</r>", sound + "<r>1e3</r>", sound + "<r>.5</r>", sound + "<r>NaN</r>", sound + "<r>inf</r>", sound + "<r>1,5</r>", sound + "<r>0x1p4</r>", sound + "<r>1e999</r>",
			sound + "<on>true</on>", sound + "<on>True</on>", sound + "<on>1</on>", sound + "<on>t</on>", sound + "<on>yes</on>", sound + "<on></on>", sound + "<on>tRUE</on>",
			sound + "<maybe>null</maybe>", sound + "<maybe></maybe>", sound + "<maybe>3</maybe>", sound + "<maybe>none</maybe>",
			sound + "<any>x</any>", sound + "<any>7</any>", sound + "<any>true</any>", sound + "<any>{\"a\": 1}</any>", sound + "<any><a>1</a><a>2</a></any>", sound + "<any><a>1</a><b>2</b></any>", sound + "<any/>",
			sound + "<code>abc</code>", sound + "<code>ABC</code>", sound + "<code><![CDATA[abc]]></code>",
			"<path>a</path><tags>b</tags>", "<path>a</path><tags>b, c</tags>", "<path>a</path><tags>[\"b\", \"c\"]</tags>", "<path>a</path><tags>- b\n- c</tags>", "<path>a</path><tags>b\nc</tags>", "<path>a</path><tags>b c</tags>",
			"<path>a</path><tags><item>b</item></tags>", "<path>a</path><tags><tags>b</tags></tags>", "<path>a</path><tags><tag>b</tag>c</tags>", "<path>a</path><tags><tag>b</tag><other>c</other></tags>",
			"<path>a</path><tag>b</tag>", "<path>a</path><tag>b</tag><tag>c</tag>", "<path>a</path><tags>b</tags><tags>c</tags>", "<path>a</path><tags><tag>b</tag></tags><tags><tag>c</tag></tags>",
			"<path>a</path><tags><tag>1</tag><tag>2</tag><tag>3</tag><tag>4</tag></tags>", "<path>a</path><tags><tag></tag><tag>b</tag></tags>", "<path>a</path><tags><tag><tag>b</tag></tag></tags>",
			sound + "<numbers><number>1</number><number>2</number></numbers>", sound + "<numbers><number>1</number><number>1</number></numbers>", sound + "<numbers>1, 2</numbers>", sound + "<numbers>[1, 2]</numbers>",
			sound + "<numbers><number>x</number></numbers>", sound + "<numbers></numbers>", sound + "<number>1</number>", sound + "<number>1</number><number>2</number>", sound + "<numbers>x</numbers>", sound + "<numbers>1;2</numbers>",
			sound + "<each>a</each>", sound + "<each>a</each><each>b</each>", sound + "<each><each>a</each></each>", sound + "<each><item>a</item></each>", sound + "<each>a, b</each>", sound + "<each/>",
			sound + "<steps><step><name>a</name></step></steps>", sound + "<steps><step><name>a</name><wait>x</wait></step></steps>", sound + "<steps><step><wait>1</wait></step></steps>", sound + "<steps><name>a</name></steps>",
			sound + "<steps><step>a</step></steps>", sound + "<steps>[{\"name\": \"a\"}]</steps>", sound + "<steps><step><name>a</name><other>b</other></step></steps>", sound + "<step><name>a</name></step>",
			sound + "<steps><step><name>a</name></step><step><name>b</name><name>c</name></step></steps>", sound + "<steps><step/></steps>",
			sound + "<options><deep>true</deep></options>", sound + "<options>x</options>", sound + "<options>{\"deep\": true}</options>", sound + "<options><list>1</list></options>", sound + "<options><list><list>1</list></list></options>",
			sound + "<options><list><item>1</item></list></options>", sound + "<options><deep>true</deep>text</options>", sound + "<options/>", sound + "<deep>true</deep>",
			sound + "<labels><a>b</a><c>d</c></labels>", sound + "<labels><a>b</a><a>c</a></labels>", sound + "<labels>x</labels>", sound + "<labels/>", sound + "<labels><a><b>c</b></a></labels>",
			"text" + sound, sound + "<path id=\"1\">b</path>", sound + "<!-- <n>1</n> --><n>2</n>", "<p:path>a</p:path><tags/>",
		}},
		// Elements that others override.
		{`{"name": "x", "schema": {"properties": {
			"s": {"type": "string"}, "n": {"type": "integer"}, "b": {"type": "boolean"}, "o": {"type": "object", "properties": {"p": {"type": "string"}, "q": {"type": "number"}}},
			"l": {"type": "array", "items": {"type": "object", "properties": {"search": {"type": "string", "minLength": 1}, "replace": {"type": "string"}},
				"xml": {"name": "edit"}}}}}}`, []string{
			"<s>a</s><s>b</s>",
			"<s>a</s><s>a</s>",
			"<s>a &amp; b</s><s><![CDATA[a & b]]></s>",
			"<s>a</s><s>a </s>",
			"<s>a</s><s></s>",
			"<s></s><s></s>",
			"<s>a</s><s> </s>",
			"<s>a</s><s>b</s><s>a</s>",
			"<n>5</n><n> 5 </n>",
			"<n>5</n><n>6</n>",
			"<n>5</n><n/>",
			"<n>x</n><n>5</n>", // the runtime reads it, and refuses the call
			"<b>true</b><b>false</b>",
			// The members of both are those of one object.
			"<o><p>a</p></o><o>\n  <p>a</p>\n</o>",
			"<o><p>a</p><q>1</q></o><o><p>a</p><q> 1</q></o>",
			"<o><p>a</p></o><o><p>a </p></o>",
			"<o><p>a</p></o><o><q>1</q></o>",
			"<o><p>a</p></o><o></o>",
			// Two pairs in one edit are one edit with the second pair.
			"<l><edit><search>a</search><replace>b</replace><search>c</search><replace>d</replace></edit></l>",
			"<l><edit><search>a</search><replace>b</replace><search>a</search><replace></replace></edit></l>",
			"<l><edit><search>a</search></edit></l><l><edit><search>b</search></edit></l>", // joined
			"<l><edit><search>a</search><search></search></edit></l>",
		}},
		// Text that is dropped.
		{`{"name": "x", "schema": {"properties": {
			"tags": {"type": "array", "items": {"type": "string"}}, "ids": {"type": "array", "items": {"type": "integer"}},
			"o": {"type": "object", "properties": {"p": {"type": "string"}}},
			"edits": {"type": "array", "items": {"type": "object", "properties": {"search": {"type": "string"}}}}}}}`, []string{
			"<tags>a, b</tags>",
			"<tags><![CDATA[a, b]]></tags>",
			"<tags> <![CDATA[- a\n- b]]>\n</tags>",
			"<tags>a <![CDATA[& b]]></tags>",
			"<tags><![CDATA[[a, b]]]></tags>", // not JSON
			`<tags><![CDATA[["a", "b"]]]></tags>`,
			"<tags><![CDATA[<tag>a</tag>]]></tags>",
			"<tags><tag><![CDATA[a, b]]></tag></tags>",
			"<ids><id><![CDATA[5]]></id></ids>",
			// Beside items.
			"<tags>a, <tag>b</tag>, c</tags>",
			"<tags><tag>a</tag>\n  <!-- and --> b <!-- c --> &amp; <![CDATA[d]]>\n</tags>",
			"<tags><tag>a</tag>\n<!-- and -->\n</tags>",
			"<tags><item>a</item> and b</tags>",
			// Beside members.
			"<o>as follows: <p>a</p></o>",
			"<o><![CDATA[x]]></o>",
			"<o><![CDATA[<p>a</p>]]></o>",
			"<edits><edit>a → b<search>a</search></edit></edits>",
			"<edits><edit>\n<search>a</search>\n</edit></edits>",
		}},
		// What no schema describes, nullable values, an argument with the name of items, names by pattern, schemas in parts.
		{`{"name": "x"}`, []string{
			"<a>1</a><b>x</b><a>y</a>",
		}},
		{`{"name": "x", "schema": {"properties": {
			"list": {"type": ["array", "null"], "items": {"type": "string"}},
			"object": {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"a": {"type": "string"}}}]}}}}`, []string{
			"<list>null</list><object> null </object>", "<list>nothing</list>",
		}},
		{`{"name": "x", "schema": {"properties": {
			"tags": {"type": "array", "items": {"type": "string"}}, "tag": {"type": "string"}}}}`, []string{
			"<tag>a</tag>",
		}},
		{`{"name": "x", "schema": {"properties": {"hours": {"type": "object", "additionalProperties": false,
			"patternProperties": {"^(mon|tue)$": {"type": "string"}}}}}}`, []string{
			"<hours><mon>9-17</mon></hours>",
		}},
		{`{"name": "x", "schema": {"properties": {
			"paths": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
			"either": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "integer"}}]},
			"point": {"allOf": [{"properties": {"x": {"type": "integer"}}}, {"required": ["x"]}]},
			"rows": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "xml": {"wrapped": false}}}}}}`, []string{
			"<rows><row><item>1</item><item>2</item></row><row><item>3</item></row></rows>", "<paths>null</paths>", "<paths><path>1</path></paths>",
			"<either><either>1</either><either>x</either></either>", "<point/>", "<point><x>1</x></point>",
		}},
	} {
		tool := toolFrom(t, test.definition)
		for _, arguments := range test.arguments {
			block := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
			in := tool.Read(block)
			var read strings.Builder
			encoder := json.NewEncoder(&read)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(in.Arguments); err != nil {
				read.Reset()
				fmt.Fprintf(&read, "%v\n", in.Arguments)
			}
			fmt.Fprintf(&b, "%q\n    %s", arguments, &read)
			for _, issue := range in.Issues {
				fmt.Fprintf(&b, "    %d, %s at %q: %s %v", issue.Kind, issue.Name, block.Slice(issue.Span), issue.Reason, issue.Want)
				if issue.Same || issue.Empty {
					fmt.Fprintf(&b, " same %t, empty %t", issue.Same, issue.Empty)
				}
				if issue.Shape != 0 || len(issue.Elements) > 0 {
					fmt.Fprintf(&b, " shape %d of %d elements", issue.Shape, len(issue.Elements))
				}
				if issue.Values != nil {
					fmt.Fprintf(&b, " values %q", issue.Values)
				}
				b.WriteString("\n")
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "read.txt"), []byte(b.String()))
}

// TestReasons compares what is wrong with values, by the keyword of the schema, with a file.
func TestReasons(t *testing.T) {
	var b strings.Builder
	for _, test := range []struct{ schema, value string }{
		{`{"type": "string", "const": "x"}`, "y"},
		{`{"type": "integer", "const": 3}`, "4"},
		{`{"type": "string", "enum": ["x", "y"]}`, "z"},
		{`{"type": "string", "enum": ["x"]}`, "X"},
		{`{"type": "integer", "minimum": 3}`, "2"},
		{`{"type": "integer", "maximum": 3}`, "4"},
		{`{"type": "number", "exclusiveMinimum": 1.5}`, "1.5"},
		{`{"type": "number", "exclusiveMaximum": 0.25}`, "1"},
		{`{"type": "integer", "multipleOf": 7}`, "8"},
		{`{"type": "number", "multipleOf": 0.5}`, "0.7"},
		{`{"type": "number", "minimum": 1000000}`, "1"},
		{`{"type": "number", "minimum": 0.3333333333}`, "0"},
		{`{"type": "number", "minimum": 0.123456789}`, "0"},
		{`{"type": "number", "maximum": 1e300}`, "1e301"},
		{`{"type": "number", "exclusiveMaximum": 9007199254740993}`, "1e300"},
		{`{"type": "number", "multipleOf": 1e-300}`, "0.3e-300"},
		{`{"type": "string", "minLength": 3}`, "é"},
		{`{"type": "string", "maxLength": 2}`, "éèê"},
		{`{"type": "string", "pattern": "^[a-z]+$"}`, "A1"},
		{`{"type": "string", "format": "email"}`, "x"},
		{`{"type": "string", "format": "date"}`, "1.2.2026"},
		{`{"type": "array", "minItems": 2, "items": {"type": "string"}}`, "<item>x</item>"},
		{`{"type": "array", "maxItems": 1, "items": {"type": "string"}}`, "<item>x</item><item>y</item>"},
		{`{"type": "array", "uniqueItems": true, "items": {"type": "string"}}`, "<item>x</item><item>y</item><item>x</item>"},
		{`{"type": "array", "contains": {"const": "q"}, "items": {"type": "string"}}`, "<item>x</item>"},
		{`{"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b", "c"]}`, "<b>x</b>"},
		{`{"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 2}`, "<b>x</b>"},
		{`{"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 1}`, "<b>x</b><c>y</c>"},
		{`{"type": "object", "additionalProperties": {"type": "string"}, "propertyNames": {"pattern": "^x"}}`, "<b>x</b>"},
		{`{"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": false}`, "<c>x</c>"},
		{`{"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "string"}}, "dependentRequired": {"b": ["c"]}}`, "<b>x</b>"},
		{`{"type": "string", "not": {"const": "x"}}`, "x"},
		{`{"type": "string", "oneOf": [{"minLength": 1}, {"maxLength": 3}]}`, "x"},
		{`{"type": "string", "anyOf": [{"const": "x"}, {"const": "y"}]}`, "z"},
		{`{"type": "string", "allOf": [{"minLength": 2}, {"pattern": "^y"}]}`, "x"},
		{`{"type": "integer", "if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"const": 1}}`, "7"},
		{`{"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}}`, "<item><n>0</n></item><item><n>-1</n></item>"},
		{`{"type": "boolean", "const": true}`, "false"},
		{`{"type": ["string", "null"], "minLength": 1}`, "null"},
		{`{"$dynamicRef": "#node", "type": "string"}`, "x"},
		{`{"type": "string", "dependentSchemas": {"x": {}}, "minLength": 9}`, "x"},
	} {
		tool := toolFrom(t, `{"name": "x", "schema": {"$defs": {"node": {"$dynamicAnchor": "node", "maxLength": 0}}, "properties": {"items": `+test.schema+`}}}`)
		block := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><items>"+test.value+"</items></arguments></tool>", 0)
		fmt.Fprintf(&b, "%s %s\n", test.schema, test.value)
		for _, issue := range tool.Read(block).Issues {
			fmt.Fprintf(&b, "    %d, %s at %q: %s %q\n", issue.Kind, issue.Name, block.Slice(issue.Span), issue.Reason, issue.Want)
		}
	}
	golden.File(t, filepath.Join("testdata", "reasons.txt"), []byte(b.String()))
}

// TestUnusableNumbers checks that a schema with numbers against which no value can be checked is
// refused.
func TestUnusableNumbers(t *testing.T) {
	for number, want := range map[string]bool{
		"1": true, "-1.5": true, "1e5": true, "1E+5": true, "1e-5": true, "1e308": true, "1e309": false, "1e-400": true, "1e-99999": false, "1e99999999999999999999": false, "-1e400": false,
		"0." + strings.Repeat("0", 400) + "1": false,
	} {
		tools, errs := Load("a.json", []byte(`{"name": "x", "schema": {"properties": {"n": {"type": "number", "minimum": `+number+`}}}}`))
		if got := len(errs) == 0 && len(tools) == 1; got != want {
			t.Errorf("%s: %d tools, %v", number, len(tools), errs)
		}
	}
}
