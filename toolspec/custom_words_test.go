package toolspec

import (
	"strings"
	"testing"
)

// TestCustomWords checks that YAML numbers are accepted where the runtime reads text,
// and that anything else is missing.
func TestCustomWords(t *testing.T) {
	const definition = "name: NAME\ndescription: A\nversion: VERSION\nentrypoint: run\nparameters:\n  - {name: P, type: T, required: true, description: D}\n"
	for _, test := range []struct{ replace, by, want string }{
		{"", "", ""},
		{"NAME", "5", ""},
		{"NAME", "[a]", "name"},
		{"NAME", "null", "name"},
		{"NAME", "true", "name"},
		{"VERSION", "1.0", ""},
		{"VERSION", "{a: b}", "version"},
		{"VERSION", "''", "version"},
		{"A", "9", ""},
		{"A", "''", "description"},
		{"P", "7", ""},
		{"P", "[]", "a parameter needs a name"},
		{"P", "''", "a parameter needs a name"},
		{"T", "array", "the type of a parameter"},
		{"T", "[string]", "the type of a parameter"},
		{"D", "''", "a parameter needs a description"},
		{"D", "8", ""},
		{"run", "bin/run", "entrypoint"},
		{"run", `bin\run`, "entrypoint"},
	} {
		text := definition
		for _, word := range [][2]string{{"NAME", "tool_a"}, {"VERSION", "'1'"}, {"description: A", "description: a"}, {"name: P", "name: p"}, {"type: T", "type: string"}, {"description: D", "description: d"}} {
			by := word[1]
			if test.replace != "" && strings.HasSuffix(word[0], test.replace) {
				by = strings.Replace(word[0], test.replace, test.by, 1)
			}
			text = strings.Replace(text, word[0], by, 1)
		}
		if test.replace == "run" {
			text = strings.Replace(text, "entrypoint: run", "entrypoint: "+test.by, 1)
		}
		tools, errs := Load("tool.yaml", []byte(text))
		switch {
		case test.want == "" && (len(errs) > 0 || len(tools) != 1 || !tools[0].Custom || len(tools[0].Arguments) != 1 || !tools[0].Arguments[0].Required):
			t.Errorf("%s as %s: %v, %v\n%s", test.replace, test.by, tools, errs, text)
		case test.want != "" && (len(errs) != 1 || !strings.Contains(errs[0].Reason, test.want)):
			t.Errorf("%s as %s: %v, want %q", test.replace, test.by, errs, test.want)
		}
	}
}
