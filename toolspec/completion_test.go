package toolspec

import (
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestRequiredExample checks that an example with the required arguments has no others,
// unless the tool refuses such a call, and that the tool accepts it.
func TestRequiredExample(t *testing.T) {
	more := 0
	for _, tool := range Builtins().Tools() {
		text, err := tool.ExampleCall(ExampleOptions{Required: true, All: true})
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		b := xmlcall.ParseAt(text, 0)
		if issues := tool.Read(b).Issues; len(issues) > 0 {
			t.Errorf("%s: %v in\n%s", tool.Name, issues, text)
		}
		for name := range tool.Read(b).Arguments {
			if a := tool.Argument(name); !a.Required {
				more++
				if tool.Name != "update_note" { // which requires one of two
					t.Errorf("%s: %s is not required", tool.Name, name)
				}
			}
		}
	}
	if more == 0 {
		t.Error("update_note has nothing to update")
	}
}

func TestHoldsPath(t *testing.T) {
	for _, test := range []struct {
		argument Argument
		want     bool
	}{
		{Argument{Name: "path"}, true},
		{Argument{Name: "filePath"}, true},
		{Argument{Name: "working_dir"}, true},
		{Argument{Name: "target-directory"}, true},
		{Argument{Name: "old_path"}, true},
		{Argument{Name: "content"}, false},
		{Argument{Name: ""}, false},
		{Argument{Name: "path", Kind: Integer}, false},
		{Argument{Name: "paths", Kind: List}, false},
		{Argument{Name: "path", Enum: []string{"a"}}, false},
	} {
		if got := test.argument.HoldsPath(); got != test.want {
			t.Errorf("%+v: %v", test.argument, got)
		}
	}
}
