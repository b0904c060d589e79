// Package tools has the commands that show what calls are checked against: tools, with examples and a
// prompt, rules, and the configuration.
package tools

import (
	"bufio"
	"errors"
	"fmt"
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

` + cli.PositionsHelp + `

Exit codes:
  0  the definitions were read; with --check, they have no problems
  1  with --check: problems were found
  2  wrong usage, a definition that cannot be read, or an error in the
     configuration; without --check also an error in a definition`

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
	out := bufio.NewWriter(cmd.OutOrStdout())
	if c.format.Value == "json" {
		if err := report.WriteJSON(out, describeTools(tools)); err != nil {
			return err
		}
	} else {
		var text strings.Builder
		table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		for _, t := range tools {
			// Arguments come last: there can be many.
			fmt.Fprintf(table, "%s\t%s\t%s\n", foreign.Line(listedName(t)), foreign.Line(origin(t)), foreign.Line(argumentList(t)))
		}
		if err := table.Flush(); err != nil {
			return err
		}
		for line := range strings.Lines(text.String()) {
			fmt.Fprintln(out, strings.TrimRight(line, " \n"))
		}
	}
	if err := cli.Flush(out); err != nil {
		return err
	}
	if failed {
		return cli.ExitCode(cli.ExitFailure)
	}
	return nil
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
	out := bufio.NewWriter(cmd.OutOrStdout())
	code := cli.ExitOK
	if c.tools.Reported.Configuration(cmd.ErrOrStderr(), here.Configuration) {
		code = cli.ExitFailure
	}
	for _, p := range problems {
		code = max(code, cli.ExitFindings)
		if p.Line == 0 { // a file cannot be read
			code = cli.ExitFailure
			cli.Complain(cmd.ErrOrStderr(), p)
		} else if c.format.Value == "text" {
			fmt.Fprintln(out, foreign.Line(p.Error()))
		}
	}
	if c.format.Value == "json" {
		problems = slices.DeleteFunc(problems, func(p *config.Problem) bool { return p.Line == 0 })
		checked := checkedTools{Version: report.JSONVersion, Files: s.Files, Tools: len(s.Defined), Problems: describeProblems(problems)}
		if err := report.WriteJSON(out, checked); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(out, "%s, %s; %s\n", thousands.Count(len(s.Files), "file"), thousands.Count(len(s.Defined), "tool"), thousands.Count(len(problems), "problem"))
	}
	if err := cli.Flush(out); err != nil {
		return err
	}
	if code != cli.ExitOK {
		return cli.ExitCode(code)
	}
	return nil
}
