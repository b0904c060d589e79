package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A setting is a value, and from where it is: "default", file:line or a flag.
type setting struct {
	name  string
	Value any    `json:"value"`
	From  string `json:"from"`
}

type shownTools struct {
	// Builtin is whether Forge's own tools are known.
	Builtin bool `json:"builtin"`
	// Files are those that define tools, or that would if they were there.
	Files []string `json:"files"`
	From  string   `json:"from"`
}

type shownRule struct {
	Code  string `json:"code"`
	Level string `json:"level"`
	From  string `json:"from"`
}

type shownConfigError struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"` // UTF-16 code units
	Message string `json:"message"`
}

// configCommand returns the command config.
func configCommand() *cobra.Command {
	o := &inputFlags{}
	cmd := &cobra.Command{
		Use:   "config [flags] [FILE]",
		Short: "Show the configuration that applies to a file",
		RunE:  func(cmd *cobra.Command, args []string) error { return showConfig(cmd, o, args) },
	}
	o.AddReading(cmd)
	o.Format = NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
	o.Tools.Add(cmd)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > 1:
			return Usagef(cmd, "config takes one file, found %d", len(args))
		case len(args) == 1 && args[0] == "":
			return Usagef(cmd, "a path is empty")
		}
		return o.Check(cmd)
	}
	return cmd
}

func showConfig(cmd *cobra.Command, o *inputFlags, args []string) error {
	src := workspace.Source{Path: workspace.Stdin}
	if len(args) > 0 {
		src.Path = args[0]
		if info, err := os.Stat(src.Path); err == nil && info.IsDir() {
			return Usagef(cmd, "%s is a folder: config takes a file, which need not exist", src.Path)
		}
	}
	a := o.Tools.Settings(src)
	settings, tools, rules := settingsOf(src, a), toolFiles(a), levelsOf(a)
	described := map[string]any{"version": report.JSONVersion, "path": filepath.ToSlash(src.Path), "tools": tools, "rules": rules}
	files, problems := []string{}, []shownConfigError{}
	for _, file := range a.Configuration.Files() {
		files = append(files, filepath.ToSlash(workspace.Shorten(file)))
	}
	for _, p := range a.Configuration.Problems {
		problems = append(problems, shownConfigError{p.File, p.Line, p.Column, p.Message})
	}
	described["files"], described["problems"] = files, problems // what the configuration depends on
	for _, s := range settings {
		described[strings.ReplaceAll(s.name, "-", "_")] = s
	}
	printAs(cmd, o.Format, described, func(out io.Writer) {
		var lines [][]string
		line := func(name string, value any, from string) {
			lines = append(lines, []string{foreign.Line(name), foreign.Line(fmt.Sprint(value)), foreign.Line(from)})
		}
		for _, s := range settings {
			line(s.name, s.Value, s.From)
		}
		names := tools.Files
		if tools.Builtin {
			names = slices.Insert(slices.Clone(names), 0, "built-in")
		}
		line("tools", cmp.Or(strings.Join(names, ", "), config.None), tools.From)
		for _, r := range rules {
			line(r.Code, r.Level, r.From)
		}
		writeTable(out, lines)
	})
	return failing(o.Tools.Reported.print(cmd.ErrOrStderr(), a.Configuration, nil))
}

// settingsOf returns what applies to a source besides tools and rules, in the order in which it is shown.
func settingsOf(src workspace.Source, a *workspace.Settings) []setting {
	purpose, kind := a.Options().Purpose, a.Kind.Value
	if kind == "" {
		kind = config.ReadAs(kindOf(src).String())
	}
	return []setting{
		{"profile", a.Profile.Value, a.Profile.From.String()},
		{"max-size", a.MaxSize.Value, a.MaxSize.From.String()},
		{"intended-examples", a.Intended.Value, a.Intended.From.String()}, // what becomes of the findings in them
		{"intended", purpose == document.Example, a.Examples.From.String()},
		{"tool-results", a.ToolResults.Value, a.ToolResults.From.String()},
		{"kind", kind, a.Kind.From.String()},
		{"prompt", purpose == document.Prompt, a.Prompt.From.String()},
	}
}

// kindOf returns how a source is read for which nothing is configured.
func kindOf(src workspace.Source) document.Kind {
	kind := document.KindOf(src.Path)
	if kind != document.Auto && kind != document.Prose { // a file that is not there has nothing that shows
		return kind
	}
	src.File = src.Path
	text, err := src.Read(nil)
	if read := document.Read(text, kind).Kind; err == nil && read != document.Document {
		return document.Reply
	}
	return document.Document
}

// levelsOf returns the levels of all rules.
func levelsOf(a *workspace.Settings) (rules []shownRule) {
	options := a.Resolved.Options()
	for _, r := range diagnostics.Rules() {
		rule := shownRule{r.Code, string(diagnostics.Off), a.Rules[r.Code].From.String()}
		if severity, ok := options.Severity(r.Code); ok {
			rule.Level = severity.String()
			if _, set := a.Rules[r.Code]; !set && severity != r.Severity {
				rule.From = a.Profile.From.String() // strict raises it
			}
		}
		rules = append(rules, rule)
	}
	return rules
}

// toolFiles returns which files define the tools.
func toolFiles(a *workspace.Settings) shownTools {
	files, builtin := a.ToolFiles()
	t := shownTools{Builtin: builtin, Files: []string{}, From: a.Tools.From.String()}
	for _, file := range files {
		t.Files = append(t.Files, filepath.ToSlash(file))
	}
	return t
}
