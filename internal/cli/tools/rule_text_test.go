package tools

import (
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/report/term"
)

// TestRendered checks that no markup of a page and no address is on a terminal, and that all code is.
func TestRendered(t *testing.T) {
	outside := regexp.MustCompile("(?m)^(#|```|.*\\]\\()")
	indented := regexp.MustCompile("(?m)^    .*$")
	for _, rule := range diagnostics.Rules() {
		style := term.NewStyle(false)
		shown := rendered(Page(rule), &style)
		for line := range strings.Lines(shown) {
			if !strings.HasPrefix(line, "    ") && outside.MatchString(line) || strings.Contains(line, "://github.com/entrhq") {
				t.Errorf("%s: %s", rule.Code, line)
			}
		}
		for line := range strings.Lines(rule.Good()) {
			if line = strings.TrimSpace(line); len(rule.Good()) < maxExample && line != "" && !strings.Contains(shown, line) {
				t.Errorf("%s: no %q in\n%s", rule.Code, line, shown)
			}
		}
		style = term.NewStyle(true)
		if colored := rendered(Page(rule), &style); !strings.HasPrefix(colored, "\x1b[1m"+rule.Code) {
			t.Errorf("%s: %q", rule.Code, colored[:40])
		} else if strings.Contains(indented.ReplaceAllString(colored, ""), "`") {
			t.Errorf("%s: code goes on in the next line: %q", rule.Code, colored)
		}
	}
}
