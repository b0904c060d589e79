package toolspec

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestBuiltins holds the table against the facts about the runtime's tools.
func TestBuiltins(t *testing.T) {
	data, err := os.ReadFile("../internal/cases/testdata/forge-tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts struct {
		Tools []struct {
			Name string
			XML  []struct {
				Path string `json:"xml_path"`
			}
		}
	}
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	if len(facts.Tools) != len(Builtins()) {
		t.Errorf("%d tools, want %d", len(Builtins()), len(facts.Tools))
	}
	for _, fact := range facts.Tools {
		i := slices.IndexFunc(Builtins(), func(t Tool) bool { return t.Name == fact.Name })
		if i < 0 {
			t.Errorf("%s: not known", fact.Name)
			continue
		}
		for _, x := range fact.XML {
			name, _, _ := strings.Cut(x.Path, ">")
			name, _, _ = strings.Cut(name, ",") // the facts carry one tag's options
			if !slices.Contains(Builtins()[i].Arguments, name) {
				t.Errorf("%s: argument %s not known", fact.Name, name)
			}
		}
	}
}

func TestWithArguments(t *testing.T) {
	var names []string
	for _, tool := range WithArguments("path", "content") {
		names = append(names, tool.Name)
	}
	if want := []string{"write_file"}; !slices.Equal(names, want) {
		t.Errorf("tools that read path and content: %v, want %v", names, want)
	}
	if got := len(WithArguments()); got != len(Builtins()) {
		t.Errorf("%d tools read no argument at least, want all", got)
	}
}
