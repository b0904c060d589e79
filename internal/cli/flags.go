package cli

import (
	"io"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
)

// WorkspaceFlags are the flags --config and --tools, and the workspace to which
// they apply. Its methods are safe for concurrent use, except those that print.
type WorkspaceFlags struct {
	workspace.Flags
	once     sync.Once
	w        *workspace.Workspace
	Reported reported
}

// Add adds the flags --tools and --config.
func (o *WorkspaceFlags) Add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.Tools, "tools", nil,
		"a `file` or folder that defines tools, or none; may be repeated (default: the nearest .forge)")
	cmd.Flags().StringVar(&o.Config, "config", "", "the configuration `file`, or none (default: the nearest forge-lsp.toml)")
}

// Check refuses incompatible flags.
func (o *WorkspaceFlags) Check(cmd *cobra.Command) error {
	if slices.Contains(o.Tools, "") {
		return Usagef(cmd, "--tools needs a file, a folder or none")
	}
	if cmd.Flags().Changed("config") && o.Config == "" {
		return Usagef(cmd, "--config needs a file, or none")
	}
	return nil
}

// Workspace returns the workspace with the flags.
func (o *WorkspaceFlags) Workspace() *workspace.Workspace {
	o.once.Do(func() { o.w = workspace.New(o.Flags, nil) })
	return o.w
}

// Settings returns the settings for a source.
func (o *WorkspaceFlags) Settings(src workspace.Source) *workspace.Settings {
	if src.Path == workspace.Stdin {
		return o.Workspace().In(absolute("."))
	}
	return o.Workspace().For(absolute(src.Path))
}

// absolute returns a path as an absolute one, as far as the working directory is
// known.
func absolute(path string) string {
	path = filepath.FromSlash(path)
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return filepath.Clean(path)
}

// Here returns the tools of the working directory, custom ones last. failed reports whether there is an error in them or
// in its configuration, which has been printed.
func (o *WorkspaceFlags) Here(stderr io.Writer) (tools []*toolspec.Tool, failed bool) {
	a := o.Settings(workspace.Source{Path: workspace.Stdin})
	s := a.ToolSet()
	return slices.Concat(s.Set.Tools(), s.Set.CustomTools()), o.Reported.print(stderr, a.Configuration, s)
}

// reported are the mistakes in configurations and definitions that were printed, so
// that each is printed once: several configurations may extend one file.
type reported map[string]bool

// problemsIn returns the errors in a configuration and in definitions of tools, either of which may be nil.
func problemsIn(c *workspace.Configuration, s *workspace.ToolSet) (problems []*config.Problem) {
	if c != nil {
		problems = c.Problems
	}
	if s != nil {
		problems = slices.Concat(problems, s.Problems)
	}
	return problems
}

// print prints the errors in a configuration and in definitions of tools, and returns whether there are any.
func (t *reported) print(stderr io.Writer, c *workspace.Configuration, s *workspace.ToolSet) bool {
	problems := problemsIn(c, s)
	for _, p := range problems {
		if text := p.Error(); !(*t)[text] {
			if *t == nil {
				*t = reported{}
			}
			(*t)[text] = true
			complain(stderr, p)
		}
	}
	return len(problems) > 0
}

// completeRules completes the code of a rule, with what the rule reports.
func completeRules(*cobra.Command, []string, string) (codes []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, rule := range diagnostics.Rules() {
		codes = append(codes, cobra.CompletionWithDesc(rule.Code, rule.Summary))
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}
