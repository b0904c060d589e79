package call

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// callTools are those of [ownTools], and tools whose lists, members and names are odd.
func callTools(t *testing.T) *toolspec.Set {
	t.Helper()
	tools, errs := toolspec.Load("t.json", []byte(`[
		{"name": "lists", "schema": {"properties": {
			"numbers": {"type": "array", "items": {"type": "number"}}, "flags": {"type": "array", "items": {"type": "boolean"}},
			"colors": {"type": "array", "items": {"enum": ["red", "green"]}}, "paths": {"type": "array", "items": {"type": "string"}},
			"any": {"type": "array", "items": {}}, "branches": {"type": "array", "items": {"type": "string"}}, "pairs": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
			"size": {"type": "object", "properties": {"width": {"type": "integer"}, "note": {"type": "string"}}}}}},
		{"name": "sync", "schema": {"properties": {"args": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}, "a": {"type": "string"}}}},
		{"name": "odd", "schema": {"required": ["input"], "properties": {"input": {"type": "string"}, "params": {"type": "string"}, "name": {"type": "string"}}}},
		{"name": "either", "schema": {"properties": {"series": {"type": "array", "items": {"type": "string", "xml": {"name": "series"}}}, "filter": {"type": "object", "properties": {"field": {"type": "string"},
			"and": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}},
			"or": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}},
			"names": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}}}}}},
		{"name": "prefix", "schema": {"properties": {"host": {"type": "string"}, "hosts": {"type": "string"}, "x": {"type": "string"}}}},
		{"name": "tree", "schema": {"$defs": {"node": {"type": "object", "properties": {"label": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}},
			"properties": {"root": {"$ref": "#/$defs/node"}}}}]`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return ownTools(t).With(tools...)
}

// TestCalls compares the intent of the calls in the files of testdata/calls with what is below
// them there. A call is a line: a tool and the arguments, a file and its content, or the
// whole call; "\n" is a line end.
// Words in brackets before it are options. After "=" is the corrected part of a call that is
// certain, and after "?" the doubts about one that is not. The fields follow that are certain.
// Other lines begin with "#".
func TestCalls(t *testing.T) {
	tools := callTools(t)
	for _, name := range golden.Files(t, filepath.Join("testdata", "calls", "*.txt")) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "  ") {
				continue // the result of the last time
			}
			fmt.Fprintln(&out, line)
			if line != "" && line[0] != '#' {
				written, o := callIn(line)
				o.Tools = tools
				intentOf(t, &out, written, o)
			}
		}
		golden.File(t, name, []byte(out.String()))
	}
}

var callOption = regexp.MustCompile(`^\[(.*?)\] `)

// callIn reads a line with a call.
func callIn(line string) (text string, o Context) {
	o.Complete = true
	if option := callOption.FindString(line); option != "" {
		line = line[len(option):]
		word, rest, _ := strings.Cut(option[1:len(option)-2], " ")
		switch word {
		case "document":
			o.Document = true
		case "incomplete":
			o.Complete = false
		case "after":
			o.Complete, o.After = false, unescaped(rest)
		case "max":
			_, _ = fmt.Sscan(rest, &o.MaxSize)
		}
	}
	text = unescaped(line)
	if name, content, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(name, "a.") {
		text = "write_file <path>" + name + "</path><content>" + content + "</content>"
	}
	if text[0] != '<' && text[0] != '&' {
		tool, arguments, _ := strings.Cut(text, " ")
		text = callOf(tool, arguments)
	}
	if o.Document {
		for _, hole := range regexp.MustCompile(`\$\{\w*\}`).FindAllStringIndex(text, -1) {
			o.Holes = append(o.Holes, xmlcall.Span{Start: hole[0], End: hole[1]})
		}
	}
	return text, o
}

func unescaped(line string) string {
	return strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\0`, "\x01").Replace(line)
}

// intentOf writes what was meant by a call, and checks that a certain one runs like that.
func intentOf(t *testing.T, out *strings.Builder, written string, o Context) {
	t.Helper()
	in := IntentOf(written, o)
	sign := "  "
	if in.Certain() {
		meant := "as written"
		if in.Text != written {
			meant = changed(written, in.Text)
		}
		fmt.Fprintf(out, "  = %s", meant)
		at, ok := xmlcall.Find(in.Text, 0)
		if alone := in.Text[max(at, 0):]; len(o.Holes) == 0 && o.Tools.Find("local", in.Tool) != nil && (!ok || !in.RunsAs(RunOf(alone, o))) {
			t.Errorf("%q does not run as intended: %+v", in.Text, RunOf(alone, o))
		}
	}
	for i, d := range in.Doubts {
		mark := "  ? "
		if i > 0 {
			mark = "; "
		}
		path := d.Path
		if path == "" {
			path = "call"
		}
		fmt.Fprintf(out, "%s%s: %s", mark, path, d.Why)
	}
	for _, is := range []struct {
		set  bool
		name string
	}{{in.Structural, "structure"}, {in.Swallowed, "swallowed"}, {len(in.Extras) > 0, fmt.Sprintf("ignored %q", in.Extras)}} {
		if is.set {
			fmt.Fprintf(out, ", %s", is.name)
		}
	}
	fields := map[string]string{}
	for path, value := range in.Fields {
		if path != "server_name" && path != "tool_name" {
			fields[path] = value
		}
	}
	if len(fields) > 0 {
		text, err := marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(out, "\n%s%s", sign, text)
	}
	out.WriteString("\n")
}

func marshal(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSpace(b.String()), err
}

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

func callOf(tool, arguments string) string {
	return "<tool><server_name>local</server_name><tool_name>" + tool + "</tool_name><arguments>" + arguments + "</arguments></tool>"
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

// intend determines the intent of a call that is the only thing in its message.
func intend(text string) *Intent {
	return IntentOf(text, Context{Tools: toolspec.Builtins(), Complete: true})
}

// writeFile is a call with the given content, as it is written.
func writeFile(path, content string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>" + path +
		"</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
}

// TestManyCorrections checks that a call with more problems than are recorded is corrected in
// stages, as long as these are few.
func TestManyCorrections(t *testing.T) {
	for n, certain := range map[int]bool{100: true, 1500: true, 10_900: true, 13_000: false} {
		text := strings.Replace(writeFile("a", "x"), "<arguments>", "<arguments>"+strings.Repeat("<!-- -- -->", n), 1)
		in := intend(text)
		if in.Certain() != certain || certain && in.Tool != "write_file" {
			t.Errorf("%d comments: certain %v, %v", n, in.Certain(), in.Doubts)
		}
	}
}

// FuzzIntent checks that any text has a result, and that a certain correction is valid.
func FuzzIntent(f *testing.F) {
	f.Add(writeFile("a.go", "<![CDATA[a && b"))
	f.Add(writeFile("a.go", "a < b &amp;& <i>c</i>"))
	f.Add("<tool>{\"tool_name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool>")
	f.Add("<tool><tool_name>add_note</tool_name><arguments><tags>[\"a\"]</tags><content>x</arguments></tool>")
	f.Fuzz(func(t *testing.T, text string) {
		text = "<tool>" + text
		in := intend(text)
		if !in.Certain() {
			return
		}
		_, rest, _ := strings.Cut(in.Text, "<tool>")
		rest = "<tool>" + rest
		again := intend(rest)
		if !again.Certain() || again.Text != rest {
			t.Fatalf("%q is corrected to %q, and that to %q: %v", text, in.Text, again.Text, again.Doubts)
		}
	})
}

// TestRemovedThinking checks that the tool has no issue with thinking that the runtime removes, though it has an argument
// of that name, which is given later.
func TestRemovedThinking(t *testing.T) {
	tools, errs := toolspec.Load("tools.json", []byte(`{"name": "t", "parameters": {"type": "object", "properties": {"thinking": {"type": "boolean"}}}}`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for document, want := range map[bool]int{false: 0, true: 2} {
		text := "<tool><tool_name>t</tool_name><arguments><thinking>now</thinking><thinking >true</thinking ></arguments></tool>"
		c := New(xmlcall.ParseAt(text, 0), toolspec.NewSet(tools...), Surroundings{Document: document})
		if got := len(slices.Collect(c.IssuesOf(toolspec.DuplicateArgument, toolspec.TypeMismatch))); got != want {
			t.Errorf("document %v: %d issues, want %d", document, got, want)
		}
	}
}
