package toolspec

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// A fact is what is known about one element that a tool of the runtime reads.
type fact struct {
	Path   string `json:"xml_path"`
	Kind   string
	Item   string
	Inner  string `json:"item_kind"`
	Fields []fact `json:"item_fields"`
}

// TestBuiltins checks the table against the facts about the runtime's tools.
func TestBuiltins(t *testing.T) {
	data, err := os.ReadFile("../internal/test/cases/testdata/forge-tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts struct {
		Tools []struct {
			Name string
			Open bool `json:"accepts_any_argument"`
			XML  []fact
		}
	}
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	if len(facts.Tools) != len(Builtins().Tools()) {
		t.Errorf("%d tools, want %d", len(Builtins().Tools()), len(facts.Tools))
	}
	for _, want := range facts.Tools {
		tool := Builtin(want.Name)
		if tool == nil {
			t.Errorf("%s: not known", want.Name)
			continue
		}
		if tool.compiled != nil && tool.schema() == nil {
			t.Errorf("%s: its schema is not valid", want.Name)
		}
		if tool.Open != want.Open || len(tool.Arguments) != len(want.XML) {
			t.Errorf("%s: open %v with %d arguments, want %v with %d", want.Name, tool.Open, len(tool.Arguments), want.Open, len(want.XML))
		}
		for _, f := range want.XML {
			check(t, want.Name, tool.Argument(f.name()), f)
		}
	}
}

// name returns the element's name. One of the facts carries a tag's options.
func (f fact) name() string {
	name, _, _ := strings.Cut(f.Path, ">")
	name, _, _ = strings.Cut(name, ",")
	return name
}

func check(t *testing.T, path string, a *Argument, f fact) {
	t.Helper()
	path += "." + f.name()
	if a == nil {
		t.Errorf("%s: not known", path)
		return
	}
	kinds := map[string]Kind{"string": String, "integer": Integer, "number": Number, "boolean": Boolean, "array": List}
	if a.Kind != kinds[f.Kind] {
		t.Errorf("%s: kind %v, want %s", path, a.Kind, f.Kind)
	}
	if f.Kind != "array" {
		return
	}
	item := a.Child(f.Item)
	switch {
	case item == nil:
		t.Errorf("%s: no item %s", path, f.Item)
	case f.Inner != "object" && item.Kind != kinds[f.Inner], f.Inner == "object" && item.Kind != Object:
		t.Errorf("%s: item of kind %v, want %s", path, item.Kind, f.Inner)
	}
	for _, member := range f.Fields {
		check(t, path, item.Child(member.name()), member)
	}
}

func TestLookups(t *testing.T) {
	if Builtin("write_to_file") != nil || Builtin("list_tags").Argument("verbose") != nil {
		t.Error("something is known that the runtime ignores")
	}
	if a := Builtin("run_custom_tool").Argument("env"); a == nil || !a.Kind.Scalar() {
		t.Errorf("an argument of an open tool: %+v", a)
	}
	if Builtin("apply_diff").Argument("edits").Child("edit").Kind.Scalar() {
		t.Error("an edit is no scalar")
	}
}

func TestWithArguments(t *testing.T) {
	var names []string
	for _, tool := range Builtins().WithArguments("path", "content") {
		names = append(names, tool.Name)
	}
	if want := []string{"write_file"}; !slices.Equal(names, want) {
		t.Errorf("tools that read path and content: %v, want %v", names, want)
	}
	if got := len(Builtins().WithArguments()); got != len(Builtins().Tools()) {
		t.Errorf("%d tools read no argument at least, want all", got)
	}
}
