package diagnostics

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

var formatCount = flag.Uint64("formats", 170, "how many texts TestFormat lays out")

// TestFormat checks that formatting changes white space only, that no tool receives
// another value because of it, and that it is idempotent.
//
//	go test ./diagnostics -run TestFormat -formats 100000
//
// runs more cases.
func TestFormat(t *testing.T) {
	source := editSource(t)
	changed, calls := 0, 0
	for seed := range *formatCount {
		r := rand.New(rand.NewPCG(seed, 15))
		before, kind, o := drawText(source, r, int(seed%6))
		doc := o.Open(text.New(before), kind)
		edits := doc.Format(0, len(before))
		after := Apply(before, edits)
		was, is := o.run(before, kind), o.run(after, kind)
		calls += len(was.Calls)
		if len(edits) > 0 {
			changed++
		}
		why := ""
		switch {
		case unspaced(after, kind) != unspaced(before, kind):
			why = "more than white space changed"
		case len(was.Calls) != len(is.Calls):
			why = "it has other calls"
		case len(was.Diagnostics) != len(is.Diagnostics):
			why = "it has other findings"
		case len(o.Open(text.New(after), kind).Format(0, len(after))) > 0:
			why = "formatting again changes something"
		}
		for k := range was.Calls {
			if why != "" {
				break
			}
			a, b := was.Calls[k].Block(), is.Calls[k].Block()
			tool := o.Toolset().Of(a)
			if !was.Calls[k].alike(&is.Calls[k]) ||
				tool != nil && fmt.Sprintf("%#v", tool.Read(a).Arguments) != fmt.Sprintf("%#v", tool.Read(b).Arguments) {
				why = fmt.Sprintf("call %d, %q, does something else: %q", k, a.Source(), b.Source())
			}
		}
		if why != "" {
			t.Fatalf("seed %d, %v: %s\n%q\nbecame\n%q", seed, kind, why, before, after)
		}
	}
	if calls == 0 || changed < int(*formatCount/10) {
		t.Errorf("of %d texts with %d calls %d changed", *formatCount, calls, changed)
	}
	t.Logf("%d texts, %d calls, %d texts changed", *formatCount, calls, changed)
}

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

// drawText draws a text with calls: for a number from 0 to 3 one of the containers with
// slips, and for any other number one with valid calls.
func drawText(source *edits.Source, r *rand.Rand, what int) (text string, kind document.Kind, o Options) {
	switch what {
	case 0:
		text, kind = source.Text(r, 4<<10), document.Document
	case 1:
		text, kind = source.JSON(r, 4<<10), document.JSON
	case 2:
		text, kind = source.Go(r, 4<<10), document.Go
	default:
		draw := slips.DrawSound
		if what == 3 {
			draw = slips.Draw
		}
		c := draw(r)
		text, kind, o.Tools = c.Text, c.Kind, c.Tools
	}
	if r.IntN(4) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, kind, o
}

// escapedSpace matches white space, or a quote mark, in a string, or in a string in a
// string.
var escapedSpace = regexp.MustCompile(`\\+(?:[nrt]|u00(?:0[aAdD9]|20|3[eE]))`)

// unspaced returns a text without white space or its escapes in a string, and without
// the quote marks on each line.
func unspaced(text string, kind document.Kind) string {
	if kind == document.JSON || kind.Source() {
		text = escapedSpace.ReplaceAllString(text, "")
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '>' && kind != document.Reply {
			return -1
		}
		return r
	}, text)
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
