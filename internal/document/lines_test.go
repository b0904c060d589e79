package document

import (
	"strings"
	"testing"
)

// TestFlatten checks that the marks of a line that are too deep become text whatever
// the lines around it are, and that others stay.
func TestFlatten(t *testing.T) {
	flat := func(s string) string {
		b := []byte(s)
		flatten(b)
		return string(b)
	}
	lines := []string{"", " ", "> a", strings.Repeat("> ", maxNesting) + "a", strings.Repeat("> ", maxNesting+3) + "a", strings.Repeat(">", 40), strings.Repeat("- ", 30) + "x", strings.Repeat("1. ", 30)}
	for _, a := range lines {
		if shallow := strings.Count(a, ">") < maxNesting && len(a) < 20; shallow && flat(a) != a {
			t.Errorf("%q becomes %q", a, flat(a))
		}
		if len(flat(a)) != len(a) {
			t.Errorf("%q becomes %q, of another length", a, flat(a))
		}
		for _, b := range lines {
			if got, want := flat(a+"\n"+b), flat(a)+"\n"+flat(b); got != want {
				t.Errorf("%q becomes %q, its lines %q", a+"\n"+b, got, want)
			}
		}
	}
	deep := flat(strings.Repeat("> ", maxNesting+3) + "a")
	if n := strings.Count(deep, ">"); n > maxNesting {
		t.Errorf("%d marks are left in %q", n, deep)
	}
}

func TestValueOfRole(t *testing.T) {
	for line, want := range map[string]string{
		"role: assistant": "assistant", `"role": "user",`: "user", "role : 'tool'": "tool", "role:": "",
		"role assistant": "", "roles: user": "", "role": "", "the role: user": "", "": "",
	} {
		if got := valueOfRole(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestRuled(t *testing.T) {
	for line, want := range map[string]string{
		"--- assistant ---": "assistant", "=== User ===": "User", "-- tool: --": "tool", "--- user": "user",
		"- user -": "", "---user---": "", "---": "", "--": "",
	} {
		if got := ruled(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
