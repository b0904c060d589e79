package toolspec

import (
	"slices"
	"testing"
)

// TestLost checks that a tool whose definition has a mistake is known by its name.
func TestLost(t *testing.T) {
	const good = `{"name":"good","input_schema":{"type":"object"}}`
	for _, test := range []struct {
		file, text string
		want       []string
	}{
		{"a.json", `{"tools":[` + good + `,{"name":"bad","input_schema":{"type":"objekt"}}]}`, []string{"bad"}},
		{"a.json", `{"tools":[` + good + `,{"name":"bad","input_schema":7}]}`, []string{"bad"}},
		{"a.json", `{"tools":[` + good + `,{"name":"half","inp`, []string{"good", "half"}},
		{"a.yaml", "tools:\n- name: good\n- name: bad\n  input_schema: 7\n", []string{"bad"}},
		{"a.yaml", "tools:\n- name: first\n- {name: 'second'\n  input_schema: [\n", []string{"first", "second"}},
		{"a.yaml", "name: good\n---\nname: bad\nschema: x\n---\n- ]\n", []string{"bad"}},
		{"a.yaml", "- name: good\n- name: twice\n  name: twice\n", []string{"twice"}},
		{"a.yaml", "- name: good\n- name: good\n  schema: 7\n", nil},
		{"a.yaml", "- description: no name\n", nil},
		{"tool.yaml", "name: custom\nversion: 1\nentrypoint: x\n", nil},
		{"tool.yaml", "name: custom\nversion: [\n", nil},
	} {
		_, errs := Load(test.file, []byte(test.text))
		if len(errs) == 0 {
			t.Errorf("%s %q: no error", test.file, test.text)
			continue
		}
		if !slices.Equal(errs[0].Lost, test.want) {
			t.Errorf("%s %q: lost %q, want %q; %v", test.file, test.text, errs[0].Lost, test.want, errs)
		}
	}
}

func TestWithBroken(t *testing.T) {
	s := Builtins().WithBroken("write_file", "mine").With(&Tool{Name: "other"})
	for name, want := range map[string]struct{ found, broken, lacks bool }{
		"write_file": {broken: true}, "mine": {broken: true}, "other": {found: true, lacks: true},
		"read_file": {found: true, lacks: true}, "none": {lacks: true},
	} {
		if found := s.Find("local", name) != nil; found != want.found || s.IsBroken(name) != want.broken || s.Lacks(name) != want.lacks {
			t.Errorf("%s: found %v, broken %v, lacks %v", name, found, s.IsBroken(name), s.Lacks(name))
		}
	}
	if (&Set{}).Lacks("x") {
		t.Error("a set without tools lacks one")
	}
}
