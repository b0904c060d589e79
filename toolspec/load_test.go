package toolspec

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestLoad loads the files of each archive in testdata/load and compares the result
// with its last file, "want".
func TestLoad(t *testing.T) {
	golden.Archives(t, "testdata/load/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		last := len(archive.Files) - 1
		var got strings.Builder
		for _, file := range archive.Files[:last] {
			tools, errs := Load(file.Name, file.Data)
			for _, tool := range tools {
				describe(&got, tool)
			}
			for _, err := range errs {
				fmt.Fprintln(&got, err)
			}
			for _, err := range Check(tools) {
				fmt.Fprintln(&got, "check:", err)
			}
		}
		archive.Files[last].Data = []byte(got.String())
		golden.File(t, file, txtar.Format(archive))
	})
}

// TestLoadLines checks that lines are counted for each of the line ends, in each file
// type that allows them, and columns in bytes.
func TestLoadLines(t *testing.T) {
	for name, content := range map[string]string{
		"a.json": "[%s {\"description\": \"é\", \"nam\": 1}]",
		"a.yaml": "- name: a%s- {description: é, [}\n",
	} {
		places := map[string]bool{}
		for _, end := range []string{"\n", "\r\n", "\r"} {
			_, errs := Load(name, fmt.Appendf(nil, content, end))
			if len(errs) != 1 || errs[0].Line != 2 {
				t.Fatalf("%s with %q: %v", name, end, errs)
			}
			places[fmt.Sprint(errs[0].Line, errs[0].Column)] = true
		}
		if len(places) != 1 {
			t.Errorf("%s: the places are %v", name, places)
		}
	}
}

// describe writes a tool and its arguments, one per line.
func describe(w *strings.Builder, t *Tool) {
	fmt.Fprintf(w, "%s: %s", t.Source, t.Name)
	if t.Server != "" {
		fmt.Fprintf(w, " on %s", t.Server)
	}
	if t.Custom {
		w.WriteString(" (custom)")
	}
	if t.Open {
		w.WriteString(" …")
	}
	if t.Description != "" {
		fmt.Fprintf(w, " %q", t.Description)
	}
	w.WriteString("\n")
	describeArguments(w, t.Arguments, "    ")
}

func describeArguments(w *strings.Builder, arguments []Argument, indent string) {
	for _, a := range arguments {
		fmt.Fprintf(w, "%s%s %s", indent, a.Name, a.Kind)
		if a.Required {
			w.WriteString(" required")
		}
		if a.NonEmpty {
			w.WriteString(" non-empty")
		}
		if a.Repeated {
			w.WriteString(" repeated")
		}
		if a.Open {
			w.WriteString(" …")
		}
		if a.Enum != nil {
			fmt.Fprintf(w, " %q", a.Enum)
		}
		if a.Description != "" {
			fmt.Fprintf(w, " %q", a.Description)
		}
		w.WriteString("\n")
		if a.Item != nil {
			describeArguments(w, []Argument{*a.Item}, indent+"    ")
		}
		describeArguments(w, a.Members, indent+"    ")
	}
}

// TestLoadMistakes checks that of many errors the first are reported, with the number
// of the others.
func TestLoadMistakes(t *testing.T) {
	tools, errs := Load("a.json", []byte("[{\"name\": \"a\"}"+strings.Repeat(",\n0", 1000)+"]"))
	const want = "a.json:102:1: 900 more mistakes follow in this file"
	if len(tools) != 1 || len(errs) != maxErrors+1 || errs[maxErrors].Error() != want {
		t.Errorf("%d tools, %d errors, the last %v; want %s", len(tools), len(errs), errs[len(errs)-1], want)
	}
}

// TestLoadLimits loads definitions that would take too long to read. The tools beside
// them must be read.
func TestLoadLimits(t *testing.T) {
	large := `{"name": "large", "schema": {"enum": [0` + strings.Repeat(",0", maxSchemaNodes) + `]}}`
	deep := `{"name": "deep", "schema": ` + strings.Repeat(`{"not": `, 200) + "{}" + strings.Repeat("}", 200) + "}"
	for _, test := range []struct {
		file, data string
		tools      int
		want       string
	}{
		{"a.json", "[" + large + `, {"name": "b"}]`, 1, "the schema has more than 10,000 values (at /0/schema)"},
		{"a.yaml", "- " + large + "\n- name: b", 1, "the schema has more than 10,000 values (at /0/schema)"},
		{"a.yaml", "- name: a\n  schema: {enum: &e [1, *e]}\n- name: b", 0, "nested deeper than 200 levels: an alias may refer to something that contains it"},
		{"a.json", deep, 0, "this is not JSON: nested deeper than 200"},
		{"a.yaml", deep, 0, "nested deeper than 200"},
		{"a.json", "[\"" + strings.Repeat("a", MaxFile) + "\"]", 0, "a.json:1:1: the file is 4,194,308 bytes; the limit is 4,194,304"},
		{"a.yaml", "# " + strings.Repeat("a", MaxSource), 0, "a.yaml:1:1: the file is 1,048,578 bytes; the limit is 1,048,576"},
		{"a.json", "[\n0" + strings.Repeat(",0", 250_000) + "]", 0, "a.json:2:499999: the file has more than 250,000 values"},
		{"a.yaml", "- name: a\n- " + strings.Repeat("[", 300), 0, "nested deeper than 200"},
	} {
		tools, errs := Load(test.file, []byte(test.data))
		if len(tools) != test.tools || len(errs) != 1 || !strings.Contains(errs[0].Error(), test.want) {
			t.Errorf("%s: %d tools, %v; want %q", test.file, len(tools), errs, test.want)
		}
	}
}
