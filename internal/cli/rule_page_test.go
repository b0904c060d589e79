package cli

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestReference checks docs/rules against the registered rules.
func TestReference(t *testing.T) {
	pages := map[string]string{"README": ruleIndex()}
	for _, r := range diagnostics.Rules() {
		pages[r.Code] = pageOf(r, "../")
	}
	for name, want := range pages {
		golden.File(t, filepath.Join("..", "..", "docs", "rules", name+".md"), []byte(want))
	}
}

// TestPageOutput: what a page shows as output is what the program prints in an empty folder.
func TestPageOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, r := range diagnostics.Rules() {
		if r.OffByDefault || len(r.Bad()) > 1<<20 {
			continue // the one needs a configuration, the other takes long
		}
		name := (&rulePage{Rule: r}).fileName()
		disk.Write(t, ".", map[string]string{name: r.Bad()})
		page := pageOf(r, "../")
		for _, command := range [][]string{{"check", "--fail-on", "hint", name}, {"inspect", name}} {
			if name == "reply.txt" {
				command = append(command, "--as", "reply")
			}
			if files := r.Files(); files != nil {
				disk.Write(t, "work", files)
				command = append(command, "--workspace", "work")
			}
			_, out, stderr := runCommand(t, "", command...)
			if stderr != "" {
				t.Errorf("%s: %s", r.Code, stderr)
			}
			out = out[:strings.LastIndex(strings.TrimRight(out, "\n"), "\n")+1] // without the summary
			if !strings.Contains(page, "\n"+strings.TrimRight(out, "\n")+"\n```") && strings.TrimSpace(out) != "" {
				t.Errorf("%s: %s prints\n%s\nwhich its page does not show", r.Code, command[0], out)
			}
		}
	}
}

// TestExplainLinks: what explain prints links to where everybody can read on.
func TestExplainLinks(t *testing.T) {
	_, out, _ := runCommand(t, "", "explain", "corrupted-cdata")
	if strings.Contains(out, "](../") || !strings.Contains(out, "("+docsURL+"terms.md)") {
		t.Errorf("links of a page on a terminal: %s", out)
	}
}

// ruleIndex returns the page that lists all rules.
func ruleIndex() string {
	var w strings.Builder
	w.WriteString("# Rules\n\n| rule | group | severity | reports |\n|---|---|---|---|\n")
	for _, r := range diagnostics.Rules() {
		off := ""
		if r.OffByDefault {
			off = ", off by default"
		}
		fmt.Fprintf(&w, "| [%s](%s.md) | %s | %s%s | %s |\n", r.Code, r.Code, r.Group, r.Severity, off, quoteMarkup(r.Summary))
	}
	return w.String()
}

// TestRendered checks that no markup of a page and no address is on a terminal, and that all code is.
func TestRendered(t *testing.T) {
	outside := regexp.MustCompile("(?m)^(#|```|.*\\]\\()")
	indented := regexp.MustCompile("(?m)^    .*$")
	for _, rule := range diagnostics.Rules() {
		style := term.NewStyle(false)
		shown := rendered(pageOf(rule, ""), &style)
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
		if colored := rendered(pageOf(rule, ""), &style); !strings.HasPrefix(colored, "\x1b[1m"+rule.Code) {
			t.Errorf("%s: %q", rule.Code, colored[:40])
		} else if strings.Contains(indented.ReplaceAllString(colored, ""), "`") {
			t.Errorf("%s: code goes on in the next line: %q", rule.Code, colored)
		}
	}
}
