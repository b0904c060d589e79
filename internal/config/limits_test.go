package config

import (
	"fmt"
	"strings"
	"testing"
)

// TestLimits exceeds each limit. The part read before that must apply.
func TestLimits(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	long := strings.Repeat("a", 1025)
	for _, test := range []struct{ name, text, want string }{
		{"mistakes", "profile = 'strict'\n" + repeat(1000, "[a%d]\n=\n"), "1900 more mistakes"},
		{"unknown rules", "profile = 'strict'\n[rules]\n" + repeat(1000, "r%d = 'off'\n"), "103:1: 900 more mistakes follow in this file"},
		{"a dotted key", "profile = 'strict'\n" + strings.Repeat("a.", 32) + "a = 1", "2:65: a key has more than 32 parts: it is not read"},
		{"a header", "profile = 'strict'\n[" + strings.Repeat("a.", 32) + "a]", "2:66: a key has more than 32 parts: it is not read"},
		{"brackets in a string", "profile = 'strict'\ntools = ['" + strings.Repeat("[", 40) + "']", ""},
		{"brackets in long strings", "profile = 'strict'\ntools = [\"\"\"\\\"" + strings.Repeat("[", 40) + "\"\"\"] # " + strings.Repeat("[", 40), ""},
		{"a long glob", "profile = 'strict'\n[[files]]\nglob = '" + long + "'", "3:8: invalid glob \"" + long[:60] + "…\": it is longer than the limit of 1,024 bytes"},
	} {
		f, problems := parse("f", []byte(test.text))
		if test.want == "" && len(problems) > 0 || test.want != "" && !strings.Contains(shown(problems), test.want) {
			t.Errorf("%s: got\n%.300s\nwant\n%s", test.name, shown(problems), test.want)
		}
		if f.Profile != Strict {
			t.Errorf("%s: what comes before does not apply", test.name)
		}
		if len(problems) > MaxProblems+1 {
			t.Errorf("%s: %d problems", test.name, len(problems))
		}
	}
	for _, deep := range []string{strings.Repeat("[", 33) + strings.Repeat("]", 33), strings.Repeat("{a=", 33) + "1" + strings.Repeat("}", 33)} {
		_, problems := parse("f", []byte("version = 1\nexclude = "+deep))
		if got := shown(problems); !strings.Contains(got, ": nested deeper than 32 levels: it is not read") {
			t.Errorf("%.20q: %s", deep, got)
		}
	}
	if _, problems := parse("f", []byte("x = "+strings.Repeat("[", MaxFile-4))); len(problems) != 1 {
		t.Error(shown(problems))
	}
}

// TestManyPaths checks that the problems about paths are limited in total.
func TestManyPaths(t *testing.T) {
	_, problems := load(t, tree("f", "tools = ["+strings.Repeat("'x',", 900)+"]"), "f")
	if len(problems) != MaxProblems+1 || !strings.Contains(problems[MaxProblems].Error(), "800 more mistakes") {
		t.Errorf("%d problems: %v", len(problems), problems[len(problems)-1])
	}
}
