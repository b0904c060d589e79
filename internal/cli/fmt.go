package cli

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// encodings are the values of --encoding.
var encodings = map[string]diagnostics.Encoding{"escape": diagnostics.EncodingEscape, "cdata": diagnostics.EncodingCDATA}

// fmtCommand returns the command fmt.
func fmtCommand() *cobra.Command {
	f := &formatter{}
	cmd := &cobra.Command{
		Use:     "fmt [flags] PATH... | -",
		Aliases: []string{"format"},
		Short:   "Format calls",
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.AddInput(cmd)
	f.encoding = NewChoice(cmd, "encoding", "the `notation` for values: escape or cdata", "escape", "cdata")
	f.encoding.Value = "" // as they are
	cmd.Flags().Lookup("encoding").DefValue = ""
	cmd.Flags().BoolVar(&f.check, "check", false, "exit with code 1 if a file would change, without writing files")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "print what would change, without writing files; exit with code 1 if anything would")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not list the changed files")
	return cmd
}

// A formatter runs one fmt command.
type formatter struct {
	inputFlags
	encoding           *Choice
	check, diff, quiet bool

	out    *bufio.Writer // the diff, or the formatted standard input
	report *bufio.Writer // which files change
	ink    term.Style    // of out

	changed, same int // files
}

// formatted is the result for one file.
type formatted struct {
	opened
	after string // the new text
}

func (f *formatter) run(cmd *cobra.Command, args []string) error {
	f.Stdin, f.Stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	stdout := cmd.OutOrStdout().(*term.Output)
	f.out, f.ink = stdout.Writer, f.Style(stdout)
	f.report = f.out
	if f.diff {
		f.report = bufio.NewWriter(f.Stderr)
	}
	f.quiet = f.quiet || f.writes() && args[0] == workspace.Stdin // only the text is wanted
	ctx, sources := cmd.Context(), f.Sources(args)
	if f.writes() {
		clean(sources)
		var stop func()
		ctx, stop = interruptible(ctx)
		defer stop()
	}
	err := inOrder(ctx, slices.Values(sources), f.read, f.emit)
	err = interrupted(ctx, err, "%s formatted; the others are unchanged", thousands.Count(f.changed, "file"))
	if err == nil && !f.quiet {
		fmt.Fprintf(f.report, "%s %s, %s unchanged\n", f.doing(), thousands.Count(f.changed, "file"), thousands.Separate(f.same))
	}
	if err = errors.Join(err, f.flush()); err != nil {
		return err
	}
	return f.Exit(!f.writes() && f.changed > 0)
}

// writes reports whether the command writes the formatted files.
func (f *formatter) writes() bool { return !f.check && !f.diff }

// read runs on several files concurrently.
func (f *formatter) read(src workspace.Source) (out formatted) {
	defer out.Recovered()
	f.Open(&out.opened, src, !src.Walked)
	switch {
	case out.Err != nil:
		return out
	case src.Walked && out.Kind == document.JSON:
		out.Err = workspace.ErrSkipped // it is a record, and was not named
		return out
	case out.Source.Compressed:
		out.Err = &workspace.UncheckedError{Path: src.Path, Why: "it is compressed; uncompress it to format it", Walked: src.Walked}
		return out
	}
	if out.after = out.Text; out.Tools != nil {
		if encoding, ok := encodings[f.encoding.Value]; ok {
			out.after = out.Scan(out.after).Encode(encoding)
		}
		out.after = diagnostics.Apply(out.after, out.Scan(out.after).Format(0, len(out.after)))
	}
	return out
}

// emit processes the files in order.
func (f *formatter) emit(file formatted) error {
	if !f.Take(&file.opened) {
		return nil
	}
	changed := file.after != file.Text
	if f.diff || f.writes() {
		if err := put(&file.Source, file.Text, file.after, f.diff, f.out, f.ink); err != nil {
			f.Failed = true
			complain(f.Stderr, err)
			return nil
		}
	}
	if !changed {
		f.same++
		return f.flush()
	}
	f.changed++
	if !f.quiet && !f.diff {
		fmt.Fprintln(f.report, f.ink.Good.Sprint(f.doing())+" "+foreign.Line(file.Source.Path))
	}
	return f.flush()
}

// doing describes what is done about a file.
func (f *formatter) doing() string {
	if f.writes() {
		return "formatted"
	}
	return "would format"
}

func (f *formatter) flush() error { return flush(f.out, f.report) }
