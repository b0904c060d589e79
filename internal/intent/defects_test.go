package intent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// ownTools are the built-in tools and one with arguments of every shape.
func ownTools(t *testing.T) *toolspec.Set {
	t.Helper()
	tools, errs := toolspec.Load("t.json", []byte(`[{"name": "deploy", "schema": {"required": ["target"], "properties": {
		"target": {"enum": ["prod", "test"]}, "dry": {"type": "boolean"}, "meta": {},
		"hosts": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}}},
		"grid": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}}}}]`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return toolspec.Builtins().With(tools...)
}

// soundCalls are calls without a defect: of tools with scalars, with lists, with objects, with
// arguments of any shape, and of a tool that nobody defines.
var soundCalls = []struct{ name, text string }{
	{"scalars", callOf("read_file", "<path>a.go</path><start_line>1</start_line>")},
	{"objects", callOf("apply_diff", "<path>a.go</path><edits><edit><search>x</search><replace>y\nz</replace></edit></edits>")},
	{"list", callOf("add_note", "<content>my note</content><tags><tag>a</tag><tag>b</tag></tags>")},
	{"own", callOf("deploy", "<target>prod</target><dry>true</dry><meta><k>v</k></meta><hosts><host><name>n</name><port>8</port></host></hosts><grid><item><item>1</item></item></grid>")},
	{"unknown", callOf("our_own", "<path>a.go</path><list><item>x</item><item>y</item></list>")},
}

func callOf(tool, arguments string) string {
	return "<tool><server_name>local</server_name><tool_name>" + tool + "</tool_name><arguments>" + arguments + "</arguments></tool>"
}

// TestDefects compares the intent of calls with one defect with a file: each kind of defect of a
// tag, in each tag; of an element, in each element. What is given is the same call, another
// call, or doubts, and then the fields that are no longer certain or have another value.
func TestDefects(t *testing.T) {
	o := Options{Tools: ownTools(t), Complete: true}
	var out strings.Builder
	for n, sound := range soundCalls {
		want := Of(sound.text, o)
		if !want.Certain() {
			t.Errorf("%s is in doubt: %v", sound.name, want.Doubts)
		}
		fmt.Fprintf(&out, "%s\n", sound.text)
		b := xmlcall.ParseAt(sound.text, 0)
		for _, token := range b.Tokens {
			if token.Kind() != xmlcall.StartTag && token.Kind() != xmlcall.EndTag || n > 0 && isEnvelope(b, token.Element()) {
				continue
			}
			fmt.Fprintf(&out, "%s\n", b.Slice(token.Span()))
			for _, by := range tagDefects(b, &token) {
				outcome(&out, o, want, sound.text, token.Span(), by)
			}
		}
		for i, e := range b.Elements() {
			if e.Parent() == xmlcall.NoElement || n > 0 && isEnvelope(b, i) {
				continue
			}
			fmt.Fprintf(&out, "%s\n", b.Slice(e.Span()))
			for _, by := range elementDefects(b.Slice(e.Start()), b.Slice(e.Content()), b.Slice(e.End()), e.Local()) {
				outcome(&out, o, want, sound.text, e.Span(), by)
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "defects.txt"), []byte(out.String()))
}

// isEnvelope reports whether an element is the same in all calls.
func isEnvelope(b *xmlcall.Block, element xmlcall.ElementID) bool {
	e := b.Element(element)
	return e.Parent() == xmlcall.NoElement || e.Parent() == b.Envelope() && e.Local() != "arguments"
}

// tagDefects returns what may be written by mistake in the place of a tag.
func tagDefects(b *xmlcall.Block, token *xmlcall.Token) []string {
	parent := b.Element(token.Element()).Parent()
	if parent == xmlcall.NoElement {
		return slips.ForTag(b.Slice(token.Span()), "", nil)
	}
	var beside []string
	for _, e := range b.Children(parent) {
		beside = append(beside, e.Local())
	}
	return slips.ForTag(b.Slice(token.Span()), b.Element(parent).Local(), beside)
}

// elementDefects returns what may be written by mistake in the place of an element.
func elementDefects(start, content, end, name string) []string {
	whole := start + content + end
	in := func(by string) string { return start + by + end }
	return []string{
		"", in(""), "<" + name + "/>", whole + whole, whole + in("other"), in("<v>" + content + "</v>"),
		in("<value>" + content + "</value>"), in(whole), "<value>" + whole + "</value>", in("<![CDATA[" + content + "]]>"),
		in("<![CDATA[" + content), in(content + "]]>"), in(" " + content + "\n"), in("&" + content), in(content + " < 3"), in("\x01" + content),
		in("</tool>" + content), in(`{"` + name + `": "x"}`), in(`["a", "b"]`), in("[[1, 2], [3]]"), in("a, b"), in("- a\n- b"),
		`<parameter name="` + name + `">` + content + "</parameter>", "<parameters>" + whole + "</parameters>", "<" + name + ` value="x"/>`,
	}
}

// changed returns the part of a text that is not the same as that of another.
func changed(before, after string) string {
	start, end := 0, 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	start = strings.LastIndexByte(after[:start], '<')
	return fmt.Sprintf("%q", after[max(start, 0):len(after)-end])
}

// outcome writes what was meant by a call with a defect.
func outcome(out *strings.Builder, o Options, sound *Intended, text string, span xmlcall.Span, by string) {
	written := text[:span.Start] + by + text[span.End:]
	in := Of(written, o)
	shown := by
	if span.Len() > 60 { // an element: its content is that of the call
		_, content, _ := strings.Cut(text[span.Start:span.End], ">")
		content = content[:strings.LastIndex(content, "</")]
		shown = strings.ReplaceAll(by, content, "…")
	}
	fmt.Fprintf(out, "  %q: ", shown)
	if in.Structural {
		out.WriteString("structure, ")
	}
	if len(in.Extras) > 0 {
		fmt.Fprintf(out, "ignored %q, ", in.Extras)
	}
	if in.Certain() {
		meant := changed(text, in.Text)
		switch kept := *in; {
		case in.Text == text:
			meant = "the same"
		case in.Text == written:
			meant = "as written"
		default:
			kept.Extras = sound.Extras
			if sound.Same(&kept) {
				meant = "the same values"
			}
		}
		fmt.Fprintf(out, "%s\n", meant)
		return
	}
	for i, d := range in.Doubts {
		fmt.Fprintf(out, "%s%s: %s", strings.Repeat("; ", min(i, 1)), cmp.Or(d.Path, "call"), d.Why)
	}
	certain := func(path string) bool { _, ok := in.Fields[path]; return ok }
	if !slices.ContainsFunc(slices.Collect(maps.Keys(sound.Fields)), certain) {
		out.WriteString(", no field is certain\n")
		return
	}
	for _, path := range slices.Sorted(maps.Keys(sound.Fields)) {
		if in.Fields[path] != sound.Fields[path] {
			value := "?"
			if v, ok := in.Fields[path]; ok {
				text, _ := json.Marshal(v)
				value = string(text)
			}
			fmt.Fprintf(out, ", %s = %s", path, value)
		}
	}
	out.WriteString("\n")
}
