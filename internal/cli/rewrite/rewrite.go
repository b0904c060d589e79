// Package rewrite has the commands that rewrite files, fmt and convert, and what check --fix shares with
// them: how files are replaced, and how changes are shown.
package rewrite

import (
	"bufio"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A rewriter runs a command that rewrites files: fmt or convert.
type rewriter struct {
	cli.Flags
	check, diff, quiet bool

	// verb is what is done to a file, as in "would format", and done its past form.
	verb, done string
	// rewrite sets the result for a file that was read and may have calls. It runs on several
	// files concurrently.
	rewrite func(file *rewritten)
	// emitted receives each file after it is written, in order.
	emitted func(file *rewritten)
	// finish writes the part after the last file.
	finish func() error

	stdin  io.Reader
	stderr io.Writer
	out    *bufio.Writer // the diff, or the rewritten standard input
	report *bufio.Writer // which files change
	ink    term.Style    // of out

	changed, same int // files
	failed        bool
}

// addRewrite adds the flags other than those about the input.
func (w *rewriter) addRewrite(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&w.check, "check", false, "exit with code 1 if a file would change, without writing files")
	cmd.Flags().BoolVar(&w.diff, "diff", false, "print what would change, without writing files; exit with code 1 if anything would")
	cmd.Flags().BoolVarP(&w.quiet, "quiet", "q", false, "do not list the changed files")
}

// rewritten is the result for one file.
type rewritten struct {
	cli.Opened
	src   workspace.Source
	after string // the new text
	calls []convertedCall
}

// changed reports whether the file changes.
func (f *rewritten) changed() bool { return f.after != f.Text }

func (w *rewriter) run(cmd *cobra.Command, args []string) error {
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	w.stdin, w.stderr = cmd.InOrStdin(), stderr
	w.out, w.ink = bufio.NewWriter(stdout), w.Style(cmd.OutOrStdout())
	w.report = w.out
	if w.diff || w.toStdout(args) {
		w.report = bufio.NewWriter(stderr)
	}
	ctx, sources := cmd.Context(), w.Sources(args)
	if w.writes() {
		Clean(sources)
		var stop func()
		ctx, stop = cli.Interruptible(ctx)
		defer stop()
	}
	err := cli.InOrder(ctx, slices.Values(sources), w.read, w.emit)
	err = cli.Interrupted(ctx, err, "%s %s; the others are unchanged", thousands.Count(w.changed, "file"), w.done)
	if err == nil {
		err = w.finish()
	}
	if err = errors.Join(err, w.flush()); err != nil {
		return err
	}
	switch {
	case w.failed:
		return cli.ExitCode(cli.ExitFailure)
	case !w.writes() && w.changed > 0:
		return cli.ExitCode(cli.ExitFindings)
	}
	return nil
}

// writes reports whether the command writes the rewritten files.
func (w *rewriter) writes() bool { return !w.check && !w.diff }

// toStdout reports whether the command writes the rewritten text to standard output.
func (w *rewriter) toStdout(args []string) bool { return w.writes() && args[0] == workspace.Stdin }

// read runs on several files concurrently.
func (w *rewriter) read(src workspace.Source) (out rewritten) {
	out.src = src
	defer out.Recovered(src)
	out.Opened = w.Open(&out.src, w.stdin, w.isRecord)
	switch {
	case out.Err != nil:
		return out
	case out.Stream, src.Walked && out.Kind == document.JSON:
		out.Err = workspace.ErrSkipped // it is a record, and was not named
		return out
	case out.src.Compressed:
		out.Err = &workspace.UncheckedError{Path: src.Path, Why: "it is compressed; uncompress it to " + w.verb + " it", Walked: src.Walked}
		return out
	}
	if out.after = out.Text; out.Tools != nil {
		w.rewrite(&out)
	}
	return out
}

// isRecord reports whether a source is a large transcript in JSON that was not named, which is not even read.
func (w *rewriter) isRecord(src *workspace.Source, isJSON func(head string) bool) bool {
	return src.Walked && w.Streams(src, isJSON)
}

// emit processes the files in order.
func (w *rewriter) emit(file rewritten) error {
	failed, ok := file.Report(w.stderr, &w.Tools.Reported)
	w.failed = w.failed || failed
	if !ok {
		return nil
	}
	changed := file.changed()
	switch {
	case w.diff && changed:
		w.out.WriteString(Inked(linediff.Unified(file.src.Path, file.src.Path, file.Text, file.after), w.ink))
	case w.writes() && file.src.File == workspace.Stdin:
		w.out.WriteString(w.ink.Exact(file.after))
	case w.writes() && changed:
		if err := Replace(file.src.File, file.Text, file.after); err != nil {
			w.failed = true
			cli.Complain(w.stderr, err)
			return nil
		}
	}
	if changed {
		w.changed++
	} else {
		w.same++
	}
	w.emitted(&file)
	return w.flush()
}

// name prints a file that changes, and what is done about it.
func (w *rewriter) name(file *rewritten) string {
	return w.ink.Good.Sprint(w.doing()) + " " + foreign.Line(file.src.Path)
}

// doing describes what is done about a file.
func (w *rewriter) doing() string {
	if w.writes() {
		return w.done
	}
	return "would " + w.verb
}

func (w *rewriter) flush() error { return cli.Flush(w.out, w.report) }
