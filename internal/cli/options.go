package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A Choice is a flag that accepts one of a few words.
type Choice struct {
	Value string
	Words []string
}

// spellings are those of severities that the flags of a log have, and the other way round.
var spellings = map[string]string{"warn": "warning", "warning": "warn", "info": "information", "information": "info"}

// String returns the value.
func (c *Choice) String() string { return c.Value }

// Type returns the words.
func (c *Choice) Type() string { return strings.Join(c.Words, "|") }

// Set sets the value.
func (c *Choice) Set(s string) error {
	if other := spellings[s]; other != "" && !slices.Contains(c.Words, s) {
		s = other
	}
	if !slices.Contains(c.Words, s) {
		return fmt.Errorf("must be one of %s", strings.Join(c.Words, ", "))
	}
	c.Value = s
	return nil
}

// NewChoice adds a flag to cmd whose default is the first word.
func NewChoice(cmd *cobra.Command, name, usage string, words ...string) *Choice {
	c := &Choice{Value: words[0], Words: words}
	cmd.Flags().Var(c, name, usage)
	completeFlag(cmd, name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// completeFlag has the shell complete a flag of cmd.
func completeFlag(cmd *cobra.Command, name string, by cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, by); err != nil {
		panic(err) // only for a flag that does not exist
	}
}

// inputFlags are the flags that commands share which read files, and what becomes of these files.
type inputFlags struct {
	Here              bool // without an argument, the working directory is read
	as, Format, Color *Choice
	stdinName         string
	NoIgnore          bool
	forceExclude      bool
	Tools             WorkspaceFlags
	folder            string
	Files             *filetools.Workspace // of --workspace; nil without it

	Stdin    io.Reader
	Stderr   io.Writer // for errors about files
	Failed   bool      // whether there was one that the exit code must reflect
	progress *term.Progress

	args    []string        // what Sources was asked for
	skipped []string        // the folders that it did not enter
	covered map[string]bool // the named folders in which a file was read
}

// Add adds the flags. formats are those of the output besides text and JSON.
func (o *inputFlags) Add(cmd *cobra.Command, formats ...string) {
	formats = append([]string{"text", "json"}, formats...)
	last := len(formats) - 1
	o.Format = NewChoice(cmd, "format", "output `format`: "+strings.Join(formats[:last], ", ")+" or "+formats[last], formats...)
	o.AddInput(cmd)
}

// AddInput adds the flags that specify what is read, and how it is shown.
func (o *inputFlags) AddInput(cmd *cobra.Command) {
	o.AddReading(cmd)
	o.Color = NewChoice(cmd, "color", "colors in the text: `when` is auto (on a terminal, or if FORCE_COLOR or CLICOLOR_FORCE is set, unless NO_COLOR is), always or never",
		"auto", "always", "never")
	cmd.Flags().StringVar(&o.stdinName, "stdin-filename", "", "read and report standard input as a file with this `name`")
	cmd.Flags().BoolVar(&o.NoIgnore, "no-ignore", false, "also read what .gitignore and .ignore exclude, and folders such as node_modules")
	cmd.Flags().BoolVar(&o.forceExclude, "force-exclude", false, "apply the configuration's exclude to named files and folders, too")
	o.Tools.Add(cmd)
	cmd.Args = o.CheckArgs
}

// AddFiles adds the flag that has calls checked against files.
func (o *inputFlags) AddFiles(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.folder, "workspace", "", "check the calls of replies against the files in the `folder` that an agent works in")
}

// AddReading adds the flags that specify how files are read.
func (o *inputFlags) AddReading(cmd *cobra.Command) {
	words := []string{document.Auto.String()}
	var usage strings.Builder
	usage.WriteString("how to read files: `kind` is auto (by content and name)")
	for _, k := range document.Choices() {
		words = append(words, k.String())
		usage.WriteString(fmt.Sprintf(", %v (%s)", k, k.Description()))
	}
	o.as = NewChoice(cmd, "as", usage.String(), words...)
}

// CheckArgs refuses invalid argument lists.
func (o *inputFlags) CheckArgs(cmd *cobra.Command, args []string) error {
	stdin := slices.Contains(args, workspace.Stdin)
	switch {
	case len(args) == 0 && !o.Here:
		return Usagef(cmd, "%s needs a file or a folder, or - for standard input", cmd.Name())
	case slices.Contains(args, ""):
		return Usagef(cmd, "a path is empty")
	case stdin && len(args) > 1:
		return Usagef(cmd, "- (standard input) cannot be combined with other paths")
	case o.stdinName != "" && !stdin:
		return Usagef(cmd, "--stdin-filename needs - (standard input) as the path")
	}
	return o.Check(cmd)
}

// Sources returns the files that the arguments name.
func (o *inputFlags) Sources(args []string) (list []workspace.Source) {
	o.args, o.covered = args, map[string]bool{}
	if args[0] == workspace.Stdin {
		return []workspace.Source{{Path: cmp.Or(o.stdinName, workspace.Stdin), File: workspace.Stdin}}
	}
	for _, src := range workspace.Sources(args, o.NoIgnore) {
		switch {
		case errors.Is(src.Err, workspace.ErrInstalled):
			o.skipped = append(o.skipped, src.Path)
			continue
		case o.forceExclude && src.Err == nil: // as if it was found: a hook names all files, without preferring any
			src.Walked, src.In = true, []string{string(filepath.Separator)}
		}
		list = append(list, src)
	}
	return list
}

// begin tells the progress which sources there are.
func (o *inputFlags) begin(sources []workspace.Source) {
	if o.progress != nil {
		size := int64(0)
		for i := range sources {
			size += sources[i].Size()
		}
		o.progress.Begin(len(sources), size)
	}
}

// Missing names the folders without anything to check, and those that were not entered because
// programs fill them, or returns "".
func (o *inputFlags) Missing() string {
	var empty, missing []string
	for _, arg := range o.args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() && !o.covered[arg] {
			empty = append(empty, foreign.Line(filepath.ToSlash(arg)))
		}
	}
	if len(empty) > 0 {
		missing = append(missing, "nothing to check in "+strings.Join(empty, ", "))
	}
	if n := len(o.skipped); n > 0 {
		named := o.skipped[:min(n, 3)]
		text := thousands.Count(n, "folder") + " skipped: " + foreign.Line(strings.Join(named, ", "))
		if n > len(named) {
			text += ", …"
		}
		missing = append(missing, text)
	}
	return strings.Join(missing, "; ")
}

// Check refuses incompatible flags, and makes those that specify how files are read
// override the configuration.
func (o *inputFlags) Check(cmd *cobra.Command) error {
	if o.as.Value != "auto" {
		o.Tools.Kind = config.ReadAs(o.as.Value)
	}
	if cmd.Flags().Changed("workspace") {
		var err error
		if o.Files, err = filetools.Open(o.folder, nil); err != nil {
			return Usagef(cmd, "--workspace %s: %w", o.folder, files.Reason(err))
		}
	}
	return o.Tools.Check(cmd)
}

// Style returns how text is written to w.
func (o *inputFlags) Style(w io.Writer) term.Style { return term.StyleOf(w, o.Color.Value) }
