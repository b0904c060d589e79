// Package inspect has the command inspect, which lists calls with their outcomes and arguments.
package inspect

import (
	"bufio"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const inspectLong = `inspect lists the <tool> calls in files: the outcome of each, the reason, and
its arguments as the tool gets them, with their types. In a transcript, calls
are grouped by message, with its number and author, and calls that leaked into
text are included.

Without a definition of its tool, a call is unchecked. "lost" is what does not
arrive as written, and "tried again" how many calls to the same tool directly
follow a refused one. docs/inspect.md explains the rest.

Long values are cut; --full shows all of them. The edits of apply_diff are
shown as a diff, and with --workspace the change of the file.

` + cli.SettingsHelp + `

` + cli.PositionsHelp

type inspector struct {
	cli.Flags
	shows filter
	full  bool
	out   *bufio.Writer
	view  view
	total inspectedSummary
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

// Command returns the command inspect.
func Command() *cobra.Command {
	c := &inspector{}
	cmd := &cobra.Command{
		Use:   "inspect [flags] PATH... | -",
		Short: "List calls with their outcomes and decoded arguments",
		Long:  inspectLong,
		Example: `  forge-lsp inspect reply.xml
  forge-lsp inspect --only refused,altered session.jsonl
  forge-lsp inspect --full --tool apply_diff session.md
  forge-lsp inspect --as reply --format json - < reply.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.Add(cmd)
	c.AddFiles(cmd)
	c.shows.add(cmd)
	cmd.Flags().BoolVar(&c.full, "full", false, "do not cut long values")
	return cmd
}

func (c *inspector) run(cmd *cobra.Command, args []string) error {
	if err := c.shows.check(cmd); err != nil {
		return err
	}
	c.Stdin, c.Stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	c.out = bufio.NewWriter(cmd.OutOrStdout())
	c.view = &textView{out: c.out, style: c.Flags.Style(cmd.OutOrStdout()), full: c.full}
	if c.Format.Value == "json" {
		c.view = newJSONView(c.out)
	}
	ctx := cmd.Context()
	if err := cli.InOrder(ctx, slices.Values(c.Sources(args)), c.inspect, func(file inspected) error { return c.emit(ctx, file) }); err != nil {
		return err
	}
	c.view.finish(&c.total, c.Missing())
	if err := cli.Flush(c.out); err != nil {
		return err
	}
	return c.Exit(false)
}

// inspected is the result for a file or, if it is read line by line, for some of its lines.
type inspected struct {
	cli.Opened
	calls []inspectedCall
	tally diagnostics.Summary
	// For linking native calls with results.
	natives []*nativeCall
	results []transcript.Result
}

// inspect runs on several files concurrently.
func (c *inspector) inspect(src workspace.Source) (out inspected) {
	defer out.Recovered()
	if c.Open(&out.Opened, src, false); out.Err == nil && out.Tools != nil && !out.Lines {
		out.read(document.ReadWith(out.Text, out.Kind, out.Options.ReadOptions()), report.Place{})
	}
	out.Text = "" // while other files are read
	return out
}

// emit processes the files in order. Lines are read when the turn of their file comes.
func (c *inspector) emit(ctx context.Context, file inspected) error {
	if !c.Take(&file.Opened) {
		return nil
	}
	c.view.file(file.Source.Path)
	shown := newRetries(c)
	shown.addAll(&file)
	if file.Lines && file.Tools != nil {
		err := c.inspectLines(ctx, &file, func(part *inspected) error {
			shown.addAll(part)
			return cli.Flush(c.out)
		})
		if err != nil {
			return err
		}
	}
	shown.Flush()
	c.view.end(&shown.summary)
	c.total.add(&shown.summary)
	return cli.Flush(c.out)
}

// inspectLines reads a source with one record per line, and hands out the calls of its lines, in order.
func (c *inspector) inspectLines(ctx context.Context, file *inspected, emit func(*inspected) error) error {
	lines, err := cli.LineReader{Shows: document.ShownBy}.Read(ctx, &file.Source, nil)
	if err != nil {
		return err
	}
	options := document.Context{Layout: transcript.Lines, Labels: lines.Labels, ReadOptions: file.Options.ReadOptions()}
	var before *inspected // what is handed out when the next lines are known
	err = cli.InOrder(ctx, lines.All(), func(all cli.LinesOf) *inspected {
		parts := all.WithCalls(len(all.Text)) // as one, so that native calls are linked with their results
		if len(parts) == 0 {
			return nil
		}
		out := &inspected{Opened: file.Opened}
		out.read(document.ReadIn(parts[0].Text, document.JSON, options), parts[0].Place)
		return out
	}, func(part *inspected) error {
		last := before
		if part != nil {
			before = part
		}
		if part == nil || last == nil {
			return nil
		}
		link(last, before)
		return emit(last)
	})
	if err == nil && before != nil {
		err = emit(before)
	}
	for _, unread := range lines.Unread() {
		c.Fail(unread)
	}
	return err
}

// Text returns the calls of a text as the command shows them, without a summary.
func Text(path, content string, kind document.Kind, o diagnostics.Options) string {
	var out strings.Builder
	v := &textView{out: bufio.NewWriter(&out), style: term.NewStyle(false)}
	v.file(path)
	all := inspected{Opened: cli.Opened{Options: o}}
	all.read(document.ReadWith(content, kind, o.ReadOptions()), report.Place{})
	for i := range all.calls {
		v.call(&all.calls[i])
	}
	if err := v.out.Flush(); err != nil {
		panic(err) // it writes to memory
	}
	return out.String()
}
