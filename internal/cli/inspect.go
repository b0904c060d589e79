package cli

import (
	"bufio"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

type inspector struct {
	inputFlags
	only, tools []string // of --only and --tool
	full        bool
	out         *bufio.Writer
	view        view
	total       inspectedSummary
}

// A view writes calls in one of the formats.
type view interface {
	// file starts the calls of a file.
	file(path string)
	// call writes a call.
	call(c *inspectedCall)
	// end ends the calls of a file.
	end(s *inspectedSummary)
	// finish writes the summary of all files. missing lists folders without anything to
	// check.
	finish(total *inspectedSummary, missing string)
}

// inspectCommand returns the command inspect.
func inspectCommand() *cobra.Command {
	c := &inspector{}
	cmd := &cobra.Command{
		Use:   "inspect [flags] PATH... | -",
		Short: "List calls with their outcomes and decoded arguments",
		RunE:  func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.Add(cmd)
	c.AddFiles(cmd)
	cmd.Flags().StringSliceVar(&c.only, "only", nil, "show only calls that are one of `WHAT`: an outcome (runs, repaired, altered, refused, ignored, unknown), lost (altered), leaked or native; comma-separated")
	cmd.Flags().StringSliceVar(&c.tools, "tool", nil, "show only the calls of the tool `NAME`; may be repeated")
	completeFlag(cmd, "only", cobra.FixedCompletions(onlyWords, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVar(&c.full, "full", false, "do not cut long values")
	return cmd
}

func (c *inspector) run(cmd *cobra.Command, args []string) error {
	for _, word := range c.only {
		if !slices.Contains(onlyWords, word) {
			return Usagef(cmd, "--only %s: must be one of %s", word, strings.Join(onlyWords, ", "))
		}
	}
	c.Stdin, c.Stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	stdout := cmd.OutOrStdout().(*term.Output)
	c.out = stdout.Writer
	c.view = &textView{out: c.out, style: c.Style(stdout), full: c.full}
	if c.Format.Value == "json" {
		c.view = newJSONView(c.out)
	}
	ctx := cmd.Context()
	if err := inOrder(ctx, slices.Values(c.Sources(args)), c.inspect, func(file inspected) error { return c.emit(ctx, file) }); err != nil {
		return err
	}
	c.view.finish(&c.total, c.Missing())
	return c.Exit(false)
}

// inspected is the result for a file or, if it is read line by line, for some of its lines.
type inspected struct {
	opened
	calls []inspectedCall
	tally diagnostics.Summary
	// For linking native calls with results in the lines after theirs.
	open    []*nativeCall
	results []transcript.Result
}

// inspect runs on several files concurrently.
func (c *inspector) inspect(src workspace.Source) (out inspected) {
	defer out.Recovered()
	if c.Open(&out.opened, src, false); out.Err == nil && out.Tools != nil && !out.Lines {
		out.read(document.ReadWith(out.Text, out.Kind, out.Options.ReadOptions()), report.Origin{})
	}
	out.Text = "" // while other files are read
	return out
}

// emit processes the files in order. Lines are read when the turn of their file comes.
func (c *inspector) emit(ctx context.Context, file inspected) error {
	if !c.Take(&file.opened) {
		return nil
	}
	c.view.file(file.Source.Path)
	summary := inspectedSummary{Files: 1}
	var calls stats.RetryFinder // refused calls wait for their retries
	add := func(part *inspected) error {
		summary.Add(part.tally)
		for i := range part.calls {
			of := &part.calls[i]
			calls.Add(of.tried, func(t stats.Retry) {
				of.Retries = t.After
				c.show(of, &summary)
			})
		}
		return flush(c.out)
	}
	if err := add(&file); err != nil {
		return err
	}
	if file.Lines {
		if err := c.inspectLines(ctx, &file, add); err != nil {
			return err
		}
	}
	calls.Flush()
	c.view.end(&summary)
	c.total.Add(summary.Summary)
	c.total.Files, c.total.Retried, c.total.Shown = c.total.Files+1, c.total.Retried+summary.Retried, c.total.Shown+summary.Shown
	return flush(c.out)
}

// inspectLines reads a source with one record per line, and hands out the calls of its lines, in order.
func (c *inspector) inspectLines(ctx context.Context, file *inspected, emit func(*inspected) error) error {
	labels, err := labelsIn(ctx, file.Source, nil, document.ShownBy)
	if err != nil {
		return err
	}
	options := document.Context{Layout: transcript.Lines, Labels: labels, ReadOptions: file.Options.ReadOptions()}
	before := &inspected{} // what is handed out when the next lines are known
	unread, err := eachLines(ctx, &c.inputFlags, &file.opened, func(all someLines) *inspected {
		parts := all.WithCalls(len(all.Text)) // as one, so that native calls are linked with their results
		if len(parts) == 0 {
			return nil
		}
		out := &inspected{opened: file.opened}
		out.read(document.ReadIn(parts[0].Text, document.JSON, options), parts[0].Origin)
		return out
	}, func(part *inspected) error {
		if part == nil {
			return nil
		}
		link(before, part)
		last := before
		before = part
		return emit(last)
	})
	if err == nil {
		err = emit(before)
	}
	c.Fail(unread...)
	return err
}

// inspectedText returns the calls of a text as the command shows them, without a summary.
func inspectedText(path, content string, kind document.Kind, o diagnostics.Options) string {
	var out strings.Builder
	v := &textView{out: bufio.NewWriter(&out), style: term.NewStyle(false)}
	v.file(path)
	all := inspected{opened: opened{Options: o}}
	all.read(document.ReadWith(content, kind, o.ReadOptions()), report.Origin{})
	for i := range all.calls {
		v.call(&all.calls[i])
	}
	if err := v.out.Flush(); err != nil {
		panic(err) // it writes to memory
	}
	return out.String()
}

// onlyWords are the values of --only.
var onlyWords = []string{"runs", "repaired", "altered", "lost", "refused", "ignored", "unknown", "leaked", "native"}

// show counts a call, and writes it if it is selected.
func (c *inspector) show(of *inspectedCall, summary *inspectedSummary) {
	if _, forge := of.shown.(*forgeCall); forge && of.Retries > 0 {
		summary.Retried++
	}
	if (len(c.tools) == 0 || slices.Contains(c.tools, of.Tool)) && (len(c.only) == 0 || slices.ContainsFunc(c.only, of.is)) {
		summary.Shown++
		c.view.call(of)
	}
}

// all returns the number of all calls.
func (s *inspectedSummary) all() int {
	return s.Calls + s.Native + s.Leaked + s.Others()
}
