package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
)

type toolLister struct {
	tools  WorkspaceFlags
	check  bool
	format *Choice
}

// toolsCommand returns the command tools.
func toolsCommand() *cobra.Command {
	c := &toolLister{}
	cmd := &cobra.Command{
		Use:   "tools [flags] | tools --check [flags] [FILE...]",
		Short: "List the tools that calls are checked against, or check their definitions",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && !c.check {
				return Usagef(cmd, "tools takes files only with --check; to list the tools of a file: --tools %s", args[0])
			}
			c.tools.Tools = append(c.tools.Tools, args...)
			return c.tools.Check(cmd)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.check {
				return c.runCheck(cmd)
			}
			return c.runList(cmd)
		},
	}
	c.tools.Add(cmd)
	cmd.Flags().BoolVar(&c.check, "check", false, "check the definitions")
	c.format = NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
	return cmd
}

func (c *toolLister) runList(cmd *cobra.Command) error {
	tools, failed := c.tools.Here(cmd.ErrOrStderr())
	printAs(cmd, c.format, describeTools(tools), func(out io.Writer) {
		var lines [][]string
		for _, t := range tools { // arguments come last: there can be many
			lines = append(lines, []string{foreign.Line(listedName(t)), foreign.Line(origin(t)), foreign.Line(argumentList(t))})
		}
		writeTable(out, lines)
	})
	return failing(failed)
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

func (c *toolLister) runCheck(cmd *cobra.Command) error {
	here := c.tools.Settings(workspace.Source{Path: workspace.Stdin})
	s := here.ToolSet()
	problems := slices.Concat(s.Problems, s.Check())
	if len(s.Files) == 0 && len(problems) == 0 {
		return errors.New("no tool definitions found; name a file, or put them in .forge/tools.json")
	}
	rank := func(p *config.Problem) int { return slices.Index(s.Files, p.File) } // -1, first, for what cannot be read
	slices.SortStableFunc(problems, func(a, b *config.Problem) int {
		return slices.Compare([]int{rank(a), a.Line, a.Column}, []int{rank(b), b.Line, b.Column})
	})
	code := failing(c.tools.Reported.print(cmd.ErrOrStderr(), here.Configuration, nil))
	var text strings.Builder
	checked := checkedTools{Version: report.JSONVersion, Files: s.Files, Tools: len(s.Defined), Problems: []*config.Problem{}}
	for _, p := range problems {
		if code = cmp.Or(code, error(ExitCode(ExitFindings))); p.Line == 0 { // a file cannot be read
			code = failing(true)
			complain(cmd.ErrOrStderr(), p)
			continue
		}
		fmt.Fprintln(&text, foreign.Line(p.Error()))
		checked.Problems = append(checked.Problems, p)
	}
	printAs(cmd, c.format, checked, func(out io.Writer) {
		fmt.Fprintf(out, "%s%s, %s; %s\n", text.String(), thousands.Count(len(s.Files), "file"), thousands.Count(len(s.Defined), "tool"), thousands.Count(len(problems), "problem"))
	})
	return code
}

// The types below are the output of tools --format json; see [report.JSONVersion].

// listedTools is the output of tools.
type listedTools struct {
	Version int          `json:"version"`
	Tools   []listedTool `json:"tools"`
}

type listedTool struct {
	Name   string `json:"name"`
	Server string `json:"server"`
	// Custom reports whether the tool is called through run_custom_tool.
	Custom      bool   `json:"custom"`
	Description string `json:"description"`
	// Open reports whether the tool accepts arguments of any other name.
	Open      bool                `json:"open"`
	Arguments []toolspec.Argument `json:"arguments"`
	// File and Line are the place where the tool is defined, "" and 0 for a built-in
	// one.
	File string `json:"file"`
	Line int    `json:"line"`
}

// checkedTools is the output of tools --check.
type checkedTools struct {
	Version  int               `json:"version"`
	Files    []string          `json:"files"`
	Tools    int               `json:"tools"`
	Problems []*config.Problem `json:"problems"`
}

func describeTools(tools []*toolspec.Tool) listedTools {
	out := listedTools{Version: report.JSONVersion, Tools: []listedTool{}}
	for _, t := range tools {
		left := maxListed
		listed := listedTool{
			Name: t.Name, Server: t.Server, Custom: t.Custom, Description: t.Description, Open: t.Open,
			Arguments: listedArguments(t.Arguments, maxListedDepth, &left), File: t.Source.File, Line: t.Source.Line,
		}
		if listed.File == "" {
			listed.Line = 0
		}
		out.Tools = append(out.Tools, listed)
	}
	return out
}

// A recursive schema has arguments of any depth: they are listed to maxListedDepth, and no deeper where a tool has
// maxListed of them.
const (
	maxListedDepth = 6
	maxListed      = 2000
)

// listedArguments returns arguments with those inside them to a depth. left is how many more are listed with what is in
// them.
func listedArguments(arguments []toolspec.Argument, depth int, left *int) []toolspec.Argument {
	*left -= len(arguments)
	out := make([]toolspec.Argument, len(arguments)) // not nil, which is null in JSON
	copy(out, arguments)
	for i := range out {
		a := &out[i]
		if depth == 1 || *left <= 0 {
			a.Members, a.Item = nil, nil
			continue
		}
		a.Members = listedArguments(a.Members, depth-1, left)
		if a.Item != nil {
			a.Item = &listedArguments([]toolspec.Argument{*a.Item}, depth-1, left)[0]
		}
	}
	return out
}
