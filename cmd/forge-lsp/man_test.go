package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/entrhq/forge-lsp/internal/cli"
)

// TestManual checks that the page has every command with every flag, and the build.
func TestManual(t *testing.T) {
	root := newRootCommand(setup)
	root.InitDefaultCompletionCmd()
	var out bytes.Buffer
	if err := writeManual(&out, root, cli.Build{Version: "v1.2.3", Date: "2026-11-22"}); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if first, _, _ := strings.Cut(page, "\n"); first != `.TH FORGE\-LSP 1 "2026-11-22" "forge\-lsp v1.2.3" "User Commands"` {
		t.Errorf("the page begins with %s", first)
	}
	var commands func(parent *cobra.Command)
	commands = func(parent *cobra.Command) {
		for _, c := range parent.Commands() {
			if c.IsAdditionalHelpTopicCommand() {
				continue
			}
			_, section, found := strings.Cut(page, `.SS "`+roff.Replace(c.UseLine())+"\"\n")
			if !found {
				t.Errorf("no section for %s", c.UseLine())
				continue
			}
			section, _, _ = strings.Cut(section, "\n.S")
			c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
				if !regexp.MustCompile(`(?m)^\.B[IR]? ".*` + regexp.QuoteMeta(roff.Replace("--"+f.Name)) + `[" ]`).MatchString(section) {
					t.Errorf("%s: no flag --%s", c.UseLine(), f.Name)
				}
			})
			commands(c)
		}
	}
	commands(root)
	for _, topic := range cli.Topics() {
		if first, _, _ := strings.Cut(topic.Long, "\n"); strings.Count(page, "\n"+roff.Replace(first)+"\n") != 1 {
			t.Errorf("%q is not in the page once", first)
		}
	}
	for _, file := range manualFiles {
		if !strings.Contains(page, "\n.TP\n.I \""+roff.Replace(file[0])+"\"\n"+roff.Replace(file[1])+"\n") {
			t.Errorf("the page does not have %s with its text", file[0])
		}
	}
	// What begins with a dot is a macro of man(7), and a request that all readers of it know.
	macros := []string{".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".BI", ".BR", ".I", ".nf", ".fi"}
	for line := range strings.Lines(page) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !slices.Contains(macros, word) {
			t.Errorf("not a macro: %s", line)
		}
	}
}

// TestManualText checks that text is not interpreted, whatever it contains.
func TestManualText(t *testing.T) {
	for text, want := range map[string]string{
		".TH x":             "\\&.TH x\n",
		"'s":                "\\&\\(aqs\n",
		`a\nb --fix "q"`:    "a\\(rsnb \\-\\-fix \\(dqq\\(dq\n",
		"x ~/a `b` c^ d…":   "x \\(ti/a \\(gab\\(ga c\\(ha d\\[u2026]\n",
		"Run\n  a b\nor c.": "Run\n.PP\n.nf\n  a b\n.fi\nor c.\n",
	} {
		root := &cobra.Command{Use: "x", Short: "y", Long: text}
		var out bytes.Buffer
		if err := writeManual(&out, root, cli.Build{}); err != nil || !strings.Contains(out.String(), ".SH \"Description\"\n"+want) {
			t.Errorf("%q: %v, no %q in\n%s", text, err, want, out.String())
		}
	}
}
