package tools

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const configLong = `config shows the settings that apply to a file, and where each value comes
from: the default, a line of a configuration file, or a flag. The file need not
exist. Without one, it shows the settings for standard input in this folder.

` + cli.SettingsHelp + `

Flags override the configuration file; in it, later [[files]] override earlier
ones. docs/configuration.md lists the keys.`

// shownConfig is the output of config.
type shownConfig struct {
	Version int `json:"version"`
	// Path is as given, slash-separated; "-" for standard input.
	Path string `json:"path"`
	// Files are those that the configuration depends on.
	Files   []string      `json:"files"`
	Profile shown[string] `json:"profile"`
	// MaxSize is the number of bytes above which a call is refused.
	MaxSize shown[int] `json:"max_size"`
	// Intended is what becomes of the findings in intended bad examples.
	Intended shown[string] `json:"intended_examples"`
	// Example is whether the calls may be wrong on purpose.
	Example shown[bool] `json:"intended"`
	// ToolResults is whether the calls in what tools answered are checked.
	ToolResults shown[bool]   `json:"tool_results"`
	Kind        shown[string] `json:"kind"`
	Tools       shownTools    `json:"tools"`
	Rules       []shownRule   `json:"rules"`
	// Prompt is whether the file is a prompt.
	Prompt   shown[bool]        `json:"prompt"`
	Problems []shownConfigError `json:"problems"`
}

// shown is a value, and from where it is: "default", file:line or a flag.
type shown[T any] struct {
	Value T      `json:"value"`
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

// Config returns the command config.
func Config() *cobra.Command {
	o := &cli.Flags{}
	cmd := &cobra.Command{
		Use:   "config [flags] [FILE]",
		Short: "Show the configuration that applies to a file",
		Long:  configLong,
		Example: `  forge-lsp config prompts/system.md
  forge-lsp config --format json prompts/system.md`,
		RunE: func(cmd *cobra.Command, args []string) error { return showConfig(cmd, o, args) },
	}
	o.AddReading(cmd)
	o.Format = cli.NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
	o.Tools.Add(cmd)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > 1:
			return cli.Usagef(cmd, "config takes one file, found %d", len(args))
		case len(args) == 1 && args[0] == "":
			return cli.Usagef(cmd, "a path is empty")
		}
		return o.Check(cmd)
	}
	return cmd
}

func showConfig(cmd *cobra.Command, o *cli.Flags, args []string) error {
	src := workspace.Source{Path: workspace.Stdin}
	if len(args) > 0 {
		src.Path = args[0]
		if info, err := os.Stat(src.Path); err == nil && info.IsDir() {
			return cli.Usagef(cmd, "%s is a folder: config takes a file, which need not exist", src.Path)
		}
	}
	a := o.Tools.Settings(src)
	described := describeConfig(src, a)
	if err := cli.Print(cmd, o.Format, described, described.writeText, cli.ExitOK); err != nil {
		return err
	}
	return cli.Failing(o.Tools.Reported.Configuration(cmd.ErrOrStderr(), a.Configuration))
}

func describeConfig(src workspace.Source, a *workspace.Settings) shownConfig {
	s := shownConfig{
		Version: report.JSONVersion, Path: filepath.ToSlash(src.Path), Files: []string{},
		Profile:     shown[string]{string(a.Profile.Value), a.Profile.From.String()},
		MaxSize:     shown[int]{a.MaxSize.Value, a.MaxSize.From.String()},
		Intended:    shown[string]{string(a.Intended.Value), a.Intended.From.String()},
		Example:     shown[bool]{a.Options().Purpose == document.Example, a.Examples.From.String()},
		ToolResults: shown[bool]{a.ToolResults.Value, a.ToolResults.From.String()},
		Kind:        shown[string]{string(a.Kind.Value), a.Kind.From.String()},
		Prompt:      shown[bool]{a.Options().Purpose == document.Prompt, a.Prompt.From.String()},
		Tools:       describeToolFiles(a),
		Problems:    []shownConfigError{},
	}
	for _, file := range a.Configuration.Files() {
		s.Files = append(s.Files, filepath.ToSlash(workspace.Shorten(file)))
	}
	if a.Kind.Value == "" {
		kind := document.KindOf(src.Path)
		if kind == document.Auto || kind == document.Prose { // a file that is not there has nothing that shows
			src.File = src.Path
			text, err := src.Read(nil)
			if seen := document.Read(text, kind).Kind; err == nil && seen != document.Document {
				kind = document.Reply
			} else {
				kind = document.Document
			}
		}
		s.Kind.Value = kind.String()
	}
	options := a.Resolved.Options()
	for _, r := range diagnostics.Rules() {
		rule := shownRule{r.Code, diagnostics.Off.String(), a.Rules[r.Code].From.String()}
		if severity, ok := options.Severity(r); ok {
			rule.Level = severity.String()
			if _, set := a.Rules[r.Code]; !set && severity != r.Severity {
				rule.From = a.Profile.From.String() // strict raises it
			}
		}
		s.Rules = append(s.Rules, rule)
	}
	for _, p := range a.Configuration.Problems {
		s.Problems = append(s.Problems, shownConfigError{p.File, p.Line, p.Column, p.Message})
	}
	return s
}

// describeToolFiles returns which files define the tools.
func describeToolFiles(a *workspace.Settings) shownTools {
	files, builtin := a.ToolFiles()
	t := shownTools{Builtin: builtin, Files: []string{}, From: a.Tools.From.String()}
	for _, file := range files {
		t.Files = append(t.Files, filepath.ToSlash(file))
	}
	return t
}

func (s *shownConfig) writeText(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, value, from string) {
		fmt.Fprintf(table, "%s\t%s\t%s\n", foreign.Line(name), foreign.Line(value), foreign.Line(from))
	}
	tools := slices.Clone(s.Tools.Files)
	if s.Tools.Builtin {
		tools = slices.Insert(tools, 0, "built-in")
	}
	if len(tools) == 0 {
		tools = []string{config.None}
	}
	line("profile", s.Profile.Value, s.Profile.From)
	line("max-size", strconv.Itoa(s.MaxSize.Value), s.MaxSize.From)
	line("intended-examples", s.Intended.Value, s.Intended.From)
	line("intended", strconv.FormatBool(s.Example.Value), s.Example.From)
	line("tool-results", strconv.FormatBool(s.ToolResults.Value), s.ToolResults.From)
	line("kind", s.Kind.Value, s.Kind.From)
	line("prompt", strconv.FormatBool(s.Prompt.Value), s.Prompt.From)
	line("tools", strings.Join(tools, ", "), s.Tools.From)
	for _, r := range s.Rules {
		line(r.Code, r.Level, r.From)
	}
	return table.Flush()
}
