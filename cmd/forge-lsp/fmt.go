package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/workspace"
)

const fmtLong = `fmt lays out the structure of <tool> calls: one element a line, and what is in the
arguments indented by two blanks a level. Only white space between elements changes,
and none of it in a value. A call stays as it is where it cannot be proven that its
tool gets the same values: one that does not run, or that shares its lines with other
text.

In folders it reads the files that check reads, except transcripts in JSON, which are
records of what was written: they are formatted if they are named. Transcripts that are
compressed and logs of Inspect are never formatted. With - it formats standard input to
standard output.

Each file is replaced at once, as check --fix does it. --check and --diff write nothing.

` + toolsHelp + `

Exit codes:
  0  all files are formatted
  1  with --check or --diff: a file would change
  2  wrong usage, a file that cannot be read or written or is no UTF-8 text, or
     a definition of tools or a configuration that has an error`

// A formatter runs one fmt command.
type formatter struct {
	commonOptions
	check, diff, quiet bool

	stdin  io.Reader
	stderr io.Writer
	out    *bufio.Writer // the diff, or the formatted standard input
	report *bufio.Writer // which files change
	ink    style         // of out

	changed, same int // files
	failed        bool
}

func newFmtCommand() *cobra.Command {
	f := &formatter{}
	cmd := &cobra.Command{
		Use:     "fmt [flags] PATH... | -",
		Aliases: []string{"format"},
		Short:   "Lay out the structure of calls",
		Long:    fmtLong,
		Example: `  forge-lsp fmt prompts/
  forge-lsp fmt --check .
  forge-lsp fmt --diff prompt.md
  forge-lsp fmt --stdin-filename prompt.md - < prompt.md`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.addInput(cmd)
	cmd.Flags().BoolVar(&f.check, "check", false, "write nothing; the exit code is 1 if a file would change")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "write nothing; print what would change, with exit code 1 if something would")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not say which files change")
	return cmd
}

func (f *formatter) run(cmd *cobra.Command, args []string) error {
	stdout, stderr := colorWriter(cmd.OutOrStdout()), colorWriter(cmd.ErrOrStderr())
	f.stdin, f.stderr = cmd.InOrStdin(), stderr
	f.out, f.ink = bufio.NewWriter(stdout), f.style(cmd.OutOrStdout())
	f.report = f.out
	if f.diff {
		f.report = bufio.NewWriter(stderr)
	}
	ctx, sources := cmd.Context(), f.sources(args)
	if f.writes() {
		if err := cleanFolders(sources); err != nil {
			f.failed = true
			complain(stderr, err)
		}
		var stop func()
		ctx, stop = interruptible(ctx)
		defer stop()
	}
	err := inOrder(ctx, slices.Values(sources), f.format, f.emit)
	err = interrupted(ctx, err, "%s formatted, the others are as they were", count(f.changed, "file"))
	if err == nil && !f.quiet && (args[0] != stdinArg || !f.writes()) {
		f.summarize()
	}
	if err = errors.Join(err, f.flush()); err != nil {
		return err
	}
	switch {
	case f.failed:
		return exitCode(exitFailure)
	case !f.writes() && f.changed > 0:
		return exitCode(exitFindings)
	}
	return nil
}

// writes reports whether the command writes what it has formatted.
func (f *formatter) writes() bool { return !f.check && !f.diff }

// formatted is what is known about one file.
type formatted struct {
	opened
	src   workspace.Source
	after string // the formatted text
}

// format runs on several files at a time.
func (f *formatter) format(src workspace.Source) (out formatted) {
	out.src = src
	defer out.recovered(src)
	out.opened = f.open(&out.src, f.stdin, isRecord)
	switch {
	case out.err != nil:
		return out
	case out.stream:
		out.err = workspace.ErrSkipped
		return out
	case out.src.Compressed || out.archive:
		out.err = &workspace.UncheckedError{Path: src.Path, Why: "it is compressed; uncompress it to format it", Walked: src.Walked}
		return out
	}
	if out.after = out.text; out.tools != nil {
		out.after = diagnostics.Apply(out.text, out.scan(out.text).Format(0, len(out.text)))
	}
	return out
}

// isRecord reports whether a source is a transcript in JSON that nobody named: it records
// what was written, and is not read.
func isRecord(src *workspace.Source, kind document.Kind) bool {
	return src.Walked && kind == document.JSON
}

// emit takes the files one after the other, in order.
func (f *formatter) emit(file formatted) error {
	failed, ok := file.report(f.stderr, &f.tools.told)
	f.failed = f.failed || failed
	if !ok {
		return nil
	}
	changed := file.after != file.text
	switch {
	case f.diff && changed:
		diff, err := unifiedDiff(file.src.Path, file.text, file.after)
		if err != nil {
			return err
		}
		f.out.WriteString(inkedDiff(diff, f.ink))
	case f.writes() && file.src.File == stdinArg:
		f.out.WriteString(file.after)
	case f.writes() && changed:
		replaced, err := replaceFile(file.src.File, file.text, file.after)
		if err != nil {
			f.failed = true
			complain(f.stderr, err)
		}
		if !replaced {
			return nil
		}
	}
	if !changed {
		f.same++
		return nil
	}
	f.changed++
	if f.quiet || f.diff || f.writes() && file.src.File == stdinArg {
		return f.flush()
	}
	fmt.Fprintf(f.report, "%s %s\n", f.ink.good.Sprint(f.done()), visible(file.src.Path))
	return f.flush()
}

// done names what is done about a file.
func (f *formatter) done() string {
	if f.writes() {
		return "formatted"
	}
	return "would format"
}

func (f *formatter) summarize() {
	fmt.Fprintf(f.report, "%s %s, %d unchanged\n", f.done(), count(f.changed, "file"), f.same)
}

func (f *formatter) flush() error {
	err := f.out.Flush()
	if f.report != f.out {
		err = errors.Join(err, f.report.Flush())
	}
	if err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}
