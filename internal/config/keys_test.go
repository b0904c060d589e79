package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// TestKeys checks that every key in the table of keys can be written in its form, and
// that no other key is accepted.
func TestKeys(t *testing.T) {
	for _, path := range [][]string{nil, {"rules"}, {"files"}, {"files", "rules"}} {
		keys := Keys(path...)
		if len(keys) < 3 {
			t.Errorf("%v: %d keys", path, len(keys))
		}
		for _, k := range keys {
			if k.Description == "" || Describe(append(slices.Clone(path), k.Name)...) != k.Description {
				t.Errorf("%v, %s: description %q", path, k.Name, k.Description)
			}
			values := k.Values
			switch {
			case k.Type == Table || k.Type == TableList:
				continue
			case k.Type == Number:
				values = []string{"1"}
			case k.Type == List:
				values = append(slices.Clone(values), "a.yaml")
			case values == nil:
				values = []string{"a"}
			}
			for _, value := range values {
				written := fmt.Sprintf("%q", value)
				switch {
				case k.Type == Number || k.Type == Boolean:
					written = value
				case k.Type == List && !slices.Contains(k.Values, value):
					written = "[" + written + "]"
				}
				text := k.Name + " = " + written + "\n"
				switch {
				case len(path) == 0:
				case path[0] == "files" && k.Name != "glob":
					text = "[[files]]\nglob = \"*\"\n" + strings.Join(append(slices.Clone(path[1:]), text), ".")
				case path[0] == "files":
					text = "[[files]]\n" + text
				default:
					text = "[" + path[0] + "]\n" + text
				}
				if _, problems := Parse("f", []byte(text)); len(problems) > 0 {
					t.Errorf("%s: %v", text, problems[0])
				}
			}
			if k.Type == Text && k.Values != nil {
				if _, problems := Parse("f", []byte(strings.Join(append(slices.Clone(path), k.Name), ".")+" = \"no such\"\n")); len(problems) == 0 {
					t.Errorf("%v, %s can have any value", path, k.Name)
				}
			}
		}
	}
	for _, path := range [][]string{{"profile"}, {"nothing"}, {"rules", "empty-call"}, {"files", "files"}, {"files", "glob"}} {
		if keys := Keys(path...); keys != nil {
			t.Errorf("%v has keys", path)
		}
	}
	if Describe() != "" || Describe("nothing") != "" || Describe("nothing", "at all") != "" {
		t.Error("a key that does not exist is described")
	}
	if len(Keys("rules")) != len(diagnostics.Codes()) {
		t.Error("not all rules are keys")
	}
}
