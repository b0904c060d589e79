// Package tools has the commands that show what calls are checked against: tools, with examples and a
// prompt, rules, and the configuration.
package tools

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
)

const toolsLong = `tools lists the tools that calls in this folder are checked against: their
names, where they are defined, and their arguments. A ? marks optional
arguments; … means any others.

` + cli.SettingsHelp + `

A definition is JSON or YAML: a list of tools with name and JSON Schema, a request
or the result of tools/list that contains one, a single tool, or the tool.yaml of
a custom tool.

--check checks the definitions in FILE..., or those that apply in this folder. It
reports what cannot be read and what is invalid, unknown keywords, names that
cannot be an XML element, tools that are defined twice, and examples that their
own schema rejects.

` + cli.PositionsHelp

type toolsCommand struct {
	tools  cli.WorkspaceFlags
	check  bool
	format *cli.Choice
}

// List returns the command tools.
func List() *cobra.Command {
	c := &toolsCommand{}
	cmd := &cobra.Command{
		Use:   "tools [flags] | tools --check [flags] [FILE...]",
		Short: "List the tools that calls are checked against, or check their definitions",
		Long:  toolsLong,
		Example: `  forge-lsp tools
  forge-lsp tools --tools mcp-tools.json
  forge-lsp tools --check .forge/tools.yaml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && !c.check {
				return cli.Usagef(cmd, "tools takes files only with --check; to list the tools of a file: --tools %s", args[0])
			}
			return c.tools.Check(cmd, args...)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c.tools.Tools = append(c.tools.Tools, args...)
			if c.check {
				return c.runCheck(cmd)
			}
			return c.runList(cmd)
		},
	}
	c.tools.Add(cmd)
	cmd.Flags().BoolVar(&c.check, "check", false, "check the definitions")
	c.format = cli.NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
	return cmd
}

func (c *toolsCommand) runList(cmd *cobra.Command) error {
	s, failed := c.tools.Here(cmd.ErrOrStderr())
	tools := slices.Concat(s.Set.Tools(), s.Set.CustomTools())
	if err := cli.Print(cmd, c.format, describeTools(tools), func(out io.Writer) error {
		var text strings.Builder
		table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		for _, t := range tools {
			// Arguments come last: there can be many.
			fmt.Fprintf(table, "%s\t%s\t%s\n", foreign.Line(listedName(t)), foreign.Line(origin(t)), foreign.Line(argumentList(t)))
		}
		err := table.Flush()
		for line := range strings.Lines(text.String()) {
			fmt.Fprintln(out, strings.TrimRight(line, " \n"))
		}
		return err
	}, cli.ExitOK); err != nil {
		return err
	}
	return cli.Failing(failed)
}

func listedName(t *toolspec.Tool) string {
	switch {
	case t.Custom:
		return t.Name + " (custom)"
	case t.Server != "":
		return t.Name + " on " + t.Server
	}
	return t.Name
}

func origin(t *toolspec.Tool) string {
	if t.Source.File == "" {
		return "built-in"
	}
	return t.Source.String()
}

// argumentList returns the names of the arguments, with ? after those that
// are optional.
func argumentList(t *toolspec.Tool) string {
	var names []string
	for _, a := range t.Arguments {
		if !a.Required {
			a.Name += "?"
		}
		names = append(names, a.Name)
	}
	if t.Open {
		names = append(names, "…")
	}
	return strings.Join(names, " ")
}

func (c *toolsCommand) runCheck(cmd *cobra.Command) error {
	here := c.tools.Settings(workspace.Source{Path: workspace.Stdin})
	s := here.ToolSet()
	found, err := s.Check()
	if err != nil {
		return err
	}
	problems := slices.Concat(s.Problems, found)
	if len(s.Files) == 0 && len(problems) == 0 {
		return errors.New("no tool definitions found; name a file, or put them in .forge/tools.json")
	}
	rank := func(p *config.Problem) int { return slices.Index(s.Files, p.File) } // -1, first, for what cannot be read
	slices.SortStableFunc(problems, func(a, b *config.Problem) int {
		return slices.Compare([]int{rank(a), a.Line, a.Column}, []int{rank(b), b.Line, b.Column})
	})
	code := cli.ExitOK
	if c.tools.Reported.Configuration(cmd.ErrOrStderr(), here.Configuration) {
		code = cli.ExitFailure
	}
	var text strings.Builder
	checked := checkedTools{Version: report.JSONVersion, Files: s.Files, Tools: len(s.Defined), Problems: []shownToolProblem{}}
	for _, p := range problems {
		if code = max(code, cli.ExitFindings); p.Line == 0 { // a file cannot be read
			code = cli.ExitFailure
			cli.Complain(cmd.ErrOrStderr(), p)
			continue
		}
		fmt.Fprintln(&text, foreign.Line(p.Error()))
		checked.Problems = append(checked.Problems, shownToolProblem{p.File, p.Line, p.Column, p.Pointer, p.Message})
	}
	return cli.Print(cmd, c.format, checked, func(out io.Writer) error {
		_, err := fmt.Fprintf(out, "%s%s, %s; %s\n", text.String(), thousands.Count(len(s.Files), "file"), thousands.Count(len(s.Defined), "tool"), thousands.Count(len(problems), "problem"))
		return err
	}, code)
}
