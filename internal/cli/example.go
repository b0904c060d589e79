package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// exampleOptions are the flags of the commands that print calls.
type exampleOptions struct {
	tools               WorkspaceFlags
	all                 bool
	auto, escape, cdata bool
	check               bool // of prompt
}

func (o *exampleOptions) add(cmd *cobra.Command) {
	o.tools.Add(cmd)
	cmd.Flags().BoolVar(&o.all, "all", false, "include all optional arguments that can be combined")
	cmd.Flags().BoolVar(&o.auto, "auto", false, fmt.Sprintf(
		"escape special characters, but use a CDATA section for a value with %d or more of them, or with any and more than %d bytes (the default)",
		encode.CDATAFrom, encode.CDATAOver))
	cmd.Flags().BoolVar(&o.escape, "escape", false, "escape special characters everywhere")
	cmd.Flags().BoolVar(&o.cdata, "cdata", false, "write every value with special characters as a CDATA section")
}

// checkFlags refuses incompatible flags.
func (o *exampleOptions) checkFlags(cmd *cobra.Command) error {
	if o.escape && o.cdata || o.auto && (o.escape || o.cdata) {
		return Usagef(cmd, "only one of --auto, --escape and --cdata can be given")
	}
	return o.tools.Check(cmd)
}

// example returns the options for generating examples.
func (o *exampleOptions) example() toolspec.ExampleOptions {
	options := toolspec.ExampleOptions{All: o.all}
	switch {
	case o.escape:
		options.Method = encode.Escapes
	case o.cdata:
		options.Method = encode.Sections
	}
	return options
}

// namedTools returns the tools with a name: there can be one for each server. It is an error
// if there are none.
func namedTools(tools []*toolspec.Tool, name string) ([]*toolspec.Tool, error) {
	var found []*toolspec.Tool
	var names []string
	for _, t := range tools {
		if t.Name == name {
			found = append(found, t)
		}
		names = append(names, t.Name)
	}
	if len(found) > 0 {
		return found, nil
	}
	return nil, unknown("tool", name, names)
}

// unknown returns the error that there is nothing of a name among those that are known.
func unknown(what, name string, known []string) error {
	message := fmt.Sprintf("unknown %s %q", what, name)
	if near := toolspec.Nearest(name, known); len(near) > 0 {
		message += fmt.Sprintf("; did you mean %q?", near[0])
	}
	return errors.New(message)
}

// allTools adds to the error of [namedTools] what to do on the command line.
func allTools(err error) error { return fmt.Errorf("%w\nRun 'forge-lsp tools' for all tools.", err) }

// exampleCommand returns the command example.
func exampleCommand() *cobra.Command {
	o := &exampleOptions{}
	cmd := &cobra.Command{
		Use:   "example [flags] TOOL",
		Short: "Print a call to a tool that works",
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return Usagef(cmd, "example needs a tool; forge-lsp tools lists them")
			case len(args) > 1:
				return Usagef(cmd, "example takes one tool, not %d; forge-lsp prompt takes several", len(args))
			}
			return o.checkFlags(cmd)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return o.complete(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.add(cmd)
	return cmd
}

func (o *exampleOptions) run(cmd *cobra.Command, name string) error {
	known, failed := o.tools.Here(cmd.ErrOrStderr())
	tools, err := namedTools(known, name)
	if err != nil {
		return allTools(err)
	}
	var calls []string
	for _, t := range tools {
		call, err := t.ExampleCall(o.example())
		if err != nil {
			return err
		}
		calls = append(calls, call)
	}
	style := term.StyleOf(cmd.OutOrStdout(), "auto")
	fmt.Fprintln(cmd.OutOrStdout(), style.Exact(strings.Join(calls, "\n\n")))
	return failing(failed)
}

// complete returns the names of all tools with their descriptions' first lines.
func (o *exampleOptions) complete() []cobra.Completion {
	known, _ := o.tools.Here(io.Discard)
	var names []cobra.Completion
	for _, t := range known {
		about, _, _ := strings.Cut(strings.TrimSpace(t.Description), "\n")
		names = append(names, cobra.CompletionWithDesc(t.Name, about))
	}
	return names
}
