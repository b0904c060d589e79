package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A choice is a flag that accepts one of a few words.
type choice struct {
	value string
	words []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return strings.Join(c.words, "|") }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return fmt.Errorf("must be one of %s", strings.Join(c.words, ", "))
	}
	c.value = s
	return nil
}

// newChoice adds a flag to cmd whose default is the first word.
func newChoice(cmd *cobra.Command, name, usage string, words ...string) *choice {
	c := &choice{value: words[0], words: words}
	cmd.Flags().Var(c, name, usage)
	complete := func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // only for a flag that does not exist
	}
	return c
}

// commonOptions are the flags that check and inspect share.
type commonOptions struct {
	Setup
	as, format, color *choice
	stdinName         string
	noIgnore, results bool
	forceExclude      bool
	tools             workspaceFlags
}

// add adds the flags. formats are those of the output besides text and JSON.
func (o *commonOptions) add(cmd *cobra.Command, formats ...string) {
	formats = append([]string{"text", "json"}, formats...)
	last := len(formats) - 1
	o.format = newChoice(cmd, "format", "output `format`: "+strings.Join(formats[:last], ", ")+" or "+formats[last], formats...)
	o.addInput(cmd)
}

// addInput adds the flags that specify what is read, and how it is shown.
func (o *commonOptions) addInput(cmd *cobra.Command) {
	o.addReading(cmd)
	o.color = newChoice(cmd, "color", "color the text: `when` is auto (on a terminal, unless NO_COLOR is set), always or never",
		"auto", "always", "never")
	cmd.Flags().StringVar(&o.stdinName, "stdin-filename", "", "read and report standard input as a file with this `name`")
	cmd.Flags().BoolVar(&o.noIgnore, "no-ignore", false, "also read files that .gitignore excludes")
	cmd.Flags().BoolVar(&o.forceExclude, "force-exclude", false, "apply the configuration's exclude to named files and folders, too")
	o.tools.add(cmd)
	cmd.Args = o.checkArgs
}

// addReading adds the flags that specify how files are read.
func (o *commonOptions) addReading(cmd *cobra.Command) {
	words := []string{document.Auto.String()}
	var usage strings.Builder
	usage.WriteString("how to read files: `kind` is auto (by name, and for .xml, .log, .md and .txt files by content)")
	for _, k := range document.Choices() {
		words = append(words, k.String())
		usage.WriteString(fmt.Sprintf(", %v (%s)", k, k.Description()))
	}
	o.as = newChoice(cmd, "as", usage.String(), words...)
	cmd.Flags().BoolVar(&o.results, "tool-results", false, "in transcripts, also read tool results, as documents")
}

// checkArgs refuses invalid argument lists.
func (o *commonOptions) checkArgs(cmd *cobra.Command, args []string) error {
	stdin := slices.Contains(args, workspace.Stdin)
	switch {
	case len(args) == 0:
		return usagef(cmd, "%s needs a file or a folder, or - for standard input", cmd.Name())
	case slices.Contains(args, ""):
		return usagef(cmd, "a path is empty")
	case stdin && len(args) > 1:
		return usagef(cmd, "- (standard input) cannot be combined with other paths")
	case o.stdinName != "" && !stdin:
		return usagef(cmd, "--stdin-filename needs - (standard input) as the path")
	}
	return o.check(cmd)
}

// sources returns the files that the arguments name.
func (o *commonOptions) sources(args []string) []workspace.Source {
	if args[0] != workspace.Stdin {
		list := workspace.Sources(args, o.noIgnore)
		if o.forceExclude {
			asFound(list)
		}
		return list
	}
	path := workspace.Stdin
	if o.stdinName != "" {
		path = o.stdinName
	}
	return []workspace.Source{{Path: path, File: workspace.Stdin}}
}

// asFound treats sources that were named as if they were found: a hook names all files,
// without preferring any.
func asFound(list []workspace.Source) {
	for i := range list {
		if src := &list[i]; src.Err == nil {
			src.Walked, src.In = true, []string{string(filepath.Separator)}
		}
	}
}

// check refuses incompatible flags, and makes those that specify how files are read
// override the configuration.
func (o *commonOptions) check(cmd *cobra.Command) error {
	if o.as.value != "auto" {
		o.tools.Kind = config.Kind(o.as.value)
	}
	if cmd.Flags().Changed("tool-results") {
		o.tools.ToolResults = &o.results
	}
	return o.tools.check(cmd)
}

// settings returns the settings for a source.
func (o *commonOptions) settings(src workspace.Source) *workspace.Settings {
	return o.tools.settings(src)
}

// style returns how text is written to w.
func (o *commonOptions) style(w io.Writer) term.Style { return term.StyleOf(w, o.color.value) }
