package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// TestLimits exceeds each limit. What comes before that must apply.
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
		{"headers", "profile = 'strict'\n" + repeat(1000, "[k%d]\n"), "102:2: 900 more mistakes follow in this file"},
		{"mistakes", "profile = 'strict'\n" + repeat(1000, "[a%d]\n=\n"), "1900 more mistakes"},
		{"unknown rules", "profile = 'strict'\n[rules]\n" + repeat(1000, "r%d = 'off'\n"), "103:1: 900 more mistakes follow in this file"},
		{"brackets in a string", "profile = 'strict'\ntools = ['" + strings.Repeat("[", 40) + "']", ""},
		{"brackets in long strings", "profile = 'strict'\ntools = [\"\"\"\\\"" + strings.Repeat("[", 40) + "\"\"\"] # " + strings.Repeat("[", 40), ""},
		{"a long glob", "profile = 'strict'\n[[files]]\nglob = '" + long + "'", "3:8: invalid glob \"" + long[:60] + "…\": it is longer than the limit of 1,024 bytes"},
	} {
		f, problems := parse("f", []byte(test.text))
		if test.want == "" && len(problems) > 0 || test.want != "" && !strings.Contains(shown(problems), test.want) {
			t.Errorf("%s: got\n%.300s\nwant\n%s", test.name, shown(problems), test.want)
		}
		if f.Profile != diagnostics.Strict {
			t.Errorf("%s: what comes before does not apply", test.name)
		}
		if len(problems) > maxProblems+1 {
			t.Errorf("%s: %d problems", test.name, len(problems))
		}
	}
	for _, all := range []string{
		"x = " + strings.Repeat("[", MaxFile-4), "x = " + strings.Repeat("[", MaxFile/2-2) + strings.Repeat("]", MaxFile/2-2),
		repeat(8_000, "k%d=1\n"), strings.Repeat("a.", MaxFile/2-2) + "a=1", "[" + strings.Repeat("a.", MaxFile/2-2) + "a]",
		"x = " + strings.Repeat("{a=", MaxFile/4) + "1" + strings.Repeat("}", MaxFile/4-5),
	} {
		if _, problems := parse("f", []byte(all)); len(problems) == 0 {
			t.Errorf("%.20q has no problem", all)
		}
	}
}

// TestManyPaths checks that the problems about paths are limited in total.
func TestManyPaths(t *testing.T) {
	_, problems := load(t, folder("f", "tools = ["+strings.Repeat("'x',", 900)+"]"), "f")
	if len(problems) != maxProblems+1 || !strings.Contains(problems[maxProblems].Error(), "800 more mistakes") {
		t.Errorf("%d problems: %v", len(problems), problems[len(problems)-1])
	}
}
