package diagnostics

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestFormatWithin checks that a call within an unclosed one, which may be its value, is not
// changed.
func TestFormatWithin(t *testing.T) {
	const call = "<tool><server_name>local</server_name>\n<tool_name>read_file</tool_name><arguments><path>a</path></arguments>\n</tool>\n"
	const open = "<tool>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>half of\n\n"
	const item = "- a\n\n  <tool>\n  <server_name>local</server_name>\n  <tool_name>read_file</tool_name><arguments><path>a</path></arguments>\n  </tool>\n"
	for before, want := range map[string]bool{call: true, open + call: false, call + open: true, item: true, open + item: false} {
		d := Options{}.Open(text.New(before), document.Document)
		if got := len(d.Format(0, len(before))) > 0; got != want {
			t.Errorf("%q is laid out: %v, want %v", before, got, want)
		}
	}
}

// TestFormatMixedEnds checks that a call with different line ends that would be laid out again
// after it was laid out is left alone, and that one beside it is not.
func TestFormatMixedEnds(t *testing.T) {
	const mixed = "<tool>\r\n<server_name>local</server_name>\r<tool_name>list_files</tool_name>\r<arguments>\r  <path>.</path>\r\n" +
		"  <recursive><![CDATA[true]]></recursive>\n</arguments>\r\n</tool>\n"
	const other = "<tool><server_name>local</server_name>\n<tool_name>read_file</tool_name><arguments><path>a</path></arguments>\n</tool>\n"
	for before, want := range map[string]bool{"- a\n" + mixed: false, "- a\n" + mixed + "\n" + other: true} {
		edits := Options{}.Open(text.New(before), document.Document).Format(0, len(before))
		after := Apply(before, edits)
		if got := len(edits) > 0; got != want || !strings.Contains(after, mixed) {
			t.Errorf("%q is laid out: %v, want %v: %q", before, got, want, after)
		}
		if again := (Options{}).Open(text.New(after), document.Document).Format(0, len(after)); len(again) > 0 {
			t.Errorf("%q is laid out again", after)
		}
	}
}

// TestFormatChunks checks that the calls of a text are formatted once, wherever its chunks end.
func TestFormatChunks(t *testing.T) {
	call := strings.ReplaceAll(callTo("read_file", "<path>a</path>"), "\n", "") + "\n\n"
	s := "Words.\n\n" + strings.Repeat(call, 5) + "Words.\n"
	for _, size := range []int{1, 200, 4000} {
		small(t, size, 1000)
		edits := Options{}.Open(text.New(s), document.Document).Format(0, len(s))
		want := "Words.\n\n" + strings.Repeat(strings.Replace(callTo("read_file", "\n  <path>a</path>\n"), "> <", "><", 1)+"\n", 5) + "Words.\n"
		if got := Apply(s, edits); got != want {
			t.Errorf("chunks of %d bytes: %q, want %q", size, got, want)
		}
	}
}

// TestFormatTouching checks that calls are formatted that a place touches, at either end.
func TestFormatTouching(t *testing.T) {
	small(t, 1, 1000)
	call := strings.ReplaceAll(callTo("read_file", "<path>a</path>"), "\n", "")
	s := "Words.\n\n" + call + "\n\nWords.\n\n" + call
	d := Options{}.Open(text.New(s), document.Document)
	first, last := strings.Index(s, call), strings.LastIndex(s, call)
	for at, want := range map[int]int{
		0: 0, first - 1: 0, first: 1, first + len(call): 1, first + len(call) + 1: 0, last - 1: 0, last: 1, len(s): 1,
	} {
		edits := d.Format(at, at)
		if got := strings.Count(s, call) - strings.Count(Apply(s, edits), call); got != want {
			t.Errorf("at %d of %q %d calls are formatted, want %d", at, s, got, want)
		}
	}
	if all := Apply(s, d.Format(0, len(s))); strings.Contains(all, call) {
		t.Errorf("%q is formatted to %q", s, all)
	}
}

// TestFormatCalls compares the layout of calls with a file: of lists, objects and text, in each
// kind of file.
func TestFormatCalls(t *testing.T) {
	tools, errs := toolspec.Load("t.json", []byte(`[{"name": "deploy", "schema": {"properties": {
		"host": {"type": "string"}, "note": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}, "any": {},
		"each": {"type": "array", "xml": {"wrapped": false}, "items": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}},
		"steps": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "wait": {"type": "integer"}}}},
		"options": {"type": "object", "properties": {"deep": {"type": "boolean"}, "list": {"type": "array", "items": {"type": "integer"}}}},
		"labels": {"type": "object", "additionalProperties": {"type": "string"}}}}}]`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := Options{Tools: toolspec.Builtins().With(tools...)}
	var b strings.Builder
	show := func(before string, kind document.Kind) {
		edits := o.Open(text.New(before), kind).Format(0, len(before))
		if len(edits) == 0 {
			fmt.Fprintf(&b, "%v %q\n\n", kind, before)
			return
		}
		fmt.Fprintf(&b, "%v %q\n%s\n\n", kind, before, strings.ReplaceAll(Apply(before, edits), "\r", "␍"))
	}
	call := func(tool, arguments string) string {
		return "<tool><server_name>local</server_name><tool_name>" + tool + "</tool_name><arguments>" + arguments + "</arguments></tool>"
	}
	for _, arguments := range []string{
		"", "\n\n", " ", "<host>eu</host>", "<host>eu</host><note>x</note>", "\n<host>eu</host>\n\n\n<note>x</note>\n", "<host>\n  eu\n</host>", "<host>eu</host> text <note>x</note>",
		"<tags><tag>a</tag><tag>b</tag></tags>", "<tags>\n\n<tag>a</tag>\n        <tag>b</tag></tags>", "<tags></tags>", "<tags/>", "<tags>a</tags>", "<tags><tag> a </tag></tags>",
		"<each><a>x</a><b>y</b></each><each><a>z</a></each>", "<steps><step><name>a</name><wait>1</wait></step><step><name>b</name></step></steps>", "<steps><step>text</step></steps>",
		"<options><deep>true</deep><list><list>1</list><list>2</list></list></options>", "<labels><x>1</x><y>2</y></labels>", "<labels>text</labels>", "<any><x>1</x><y><z>2</z></y></any>", "<any>text<x>1</x></any>",
		"<host><b>x</b></host>", "<host><![CDATA[a\n  b\n]]></host>", "<note>a\n  b\n\n   c</note>", "<!-- remark --><host>eu</host><!-- two\nlines -->", "<unknown><a>1</a></unknown>", "<host>{{ host }}</host>{% if x %}<note>y</note>{% endif %}",
	} {
		show(call("deploy", arguments), document.Reply)
	}
	two := call("deploy", "<tags><tag>a</tag></tags>")
	show("I do it. "+two+" Then I wait.", document.Reply)
	show("I do it.\n"+two+"\n"+two, document.Reply)
	show("    "+two, document.Reply)
	show("<tool>\n<tool_name>deploy</tool_name>\n<arguments>\n\t<host>eu</host>\n</arguments>\n</tool>", document.Reply)
	show(call("no_such_tool", "<a><b>1</b></a>"), document.Reply)
	show(strings.Replace(two, "</tag>", "", 1), document.Reply)
	show(strings.Replace(two, "a<", "a < b<", 1), document.Reply)
	show(strings.Replace(two, "a<", "a & b<", 1), document.Reply)
	show("# Title\n\n- "+two+"\n\n> "+two+"\n\n```xml\n"+two+"\n```\n\n1. One\n\n   "+two+"\n", document.Document)
	show("# Title\r\n\r\n"+two+"\r\n", document.Document)
	show(`{"role":"assistant","content":"`+two+`"}`+"\n", document.JSON)
	show("package p\n\nconst a = `"+two+"`\nconst b = \""+two+"\"\n", document.Go)
	golden.File(t, filepath.Join("testdata", "format.txt"), []byte(b.String()))
}
