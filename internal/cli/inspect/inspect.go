// Package inspect has the command inspect, which lists calls with their outcomes and arguments.
package inspect

import (
	"bufio"
	"context"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const inspectLong = `inspect lists the <tool> calls in files: the outcome of each, the reason, and
its arguments as the tool gets them, with their types. In a transcript, calls
are grouped by message, with its number and author, and calls that leaked into
text are included.

The outcome is "runs", "repaired" (it runs thanks to a fallback), "data lost"
(it runs with other data than was written), "refused", by the reader or by its
tool, or "never runs". Without a definition of the tool, the call is unchecked.
"lost" is what does not arrive as written. "tried again" is the number of calls
to the same tool that directly follow a refused one, up to the first that is
not refused.

Long values are cut; --full shows all of them. The edits of apply_diff are
shown as a diff, and with --workspace the change of the file. Large JSONL files
are read in pieces.

` + cli.SettingsHelp + `

` + cli.PositionsHelp + `

Exit codes:
  0  the files were read
  2  wrong usage, a file that cannot be read or is not UTF-8 text, a definition
     of tools that cannot be read, or an error in the configuration`

type inspector struct {
	cli.Flags
	shows  filter
	full   bool
	stdin  io.Reader
	stderr io.Writer
	out    *bufio.Writer
	view   view

	total   inspectedSummary
	covered cli.Coverage
	failed  bool
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
func Command(setup cli.Setup) *cobra.Command {
	c := &inspector{}
	c.Setup = setup
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
	c.stdin, c.stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	c.out = bufio.NewWriter(cmd.OutOrStdout())
	c.covered = cli.NewCoverage(args)
	c.view = &textView{out: c.out, style: c.Flags.Style(cmd.OutOrStdout()), full: c.full}
	if c.Format.Value == "json" {
		c.view = &jsonView{out: c.out}
	}
	ctx := cmd.Context()
	if err := cli.InOrder(ctx, slices.Values(c.Sources(args)), c.inspect, func(file inspected) error { return c.emit(ctx, file) }); err != nil {
		return err
	}
	c.view.finish(&c.total, c.Missing(&c.covered))
	if err := cli.Flush(c.out); err != nil {
		return err
	}
	if c.failed {
		return cli.ExitCode(cli.ExitFailure)
	}
	return nil
}

// inspected is the result for a file or, if it is read in pieces, for one of them.
type inspected struct {
	cli.Opened
	src   workspace.Source
	calls iter.Seq[inspectedCall] // nil if nothing was read
	tally diagnostics.Summary
}

// inspect runs on several files concurrently.
func (c *inspector) inspect(src workspace.Source) (out inspected) {
	out.src = src
	defer out.Recovered(src)
	if out.Opened = c.Open(&out.src, c.stdin, c.Streams); out.Err == nil && !out.Stream && out.Tools != nil {
		out.read(out.Text, nil, cli.Place{})
		out.Text = "" // while other files are read
	}
	return out
}

// read reads a text: that of the source, or a piece that starts at a place of it.
func (out *inspected) read(content string, labels *document.Labels, at cli.Place) {
	index := cli.NewLineIndex(content)
	index.At = at
	file := document.ReadWith(content, out.Kind, out.Options.ReadOptions())
	if labels != nil {
		file = document.ReadIn(content, out.Kind, document.Context{Layout: json.Lines, Labels: labels, ReadOptions: out.Options.ReadOptions()})
	}
	out.calls, out.tally = describeAll(file, out.Options, index)
}

// emit processes the files in order.
func (c *inspector) emit(ctx context.Context, file inspected) error {
	failed, ok := file.Report(c.stderr, &c.Tools.Reported)
	c.failed = c.failed || failed
	if !ok {
		return nil
	}
	c.covered.Add(file.src)
	c.view.file(file.src.Path)
	shown := newRetries(c)
	var err error
	if file.Stream {
		err = c.emitStream(ctx, &file, shown)
	} else {
		shown.addAll(&file)
	}
	shown.Flush()
	c.view.end(&shown.summary)
	c.total.add(&shown.summary)
	if err != nil {
		return err
	}
	return cli.Flush(c.out)
}

// emitStream reads a source in pieces, and writes its calls incrementally.
func (c *inspector) emitStream(ctx context.Context, file *inspected, shown *retries) error {
	labels, err := c.Labels(ctx, nil, &file.src, 0)
	if err != nil {
		return err
	}
	var failed error
	err = cli.InOrder(ctx, c.Pieces(&file.src), func(p cli.StreamedPiece) inspected {
		out := inspected{Opened: file.Opened, src: file.src}
		if out.Err = p.Err; p.Err == nil {
			out.read(p.Text, labels, p.Place)
		}
		return out
	}, func(piece inspected) error {
		if piece.Err != nil {
			failed = piece.Err
			return nil
		}
		shown.addAll(&piece)
		return cli.Flush(c.out)
	})
	if err == nil && failed != nil {
		c.failed = cli.Failure(c.stderr, failed) || c.failed
	}
	return err
}

// Text returns the calls of a text as the command shows them, without a summary.
func Text(path, content string, kind document.Kind, o diagnostics.Options) string {
	var out strings.Builder
	v := &textView{out: bufio.NewWriter(&out), style: term.NewStyle(false)}
	v.file(path)
	calls, _ := describeAll(document.ReadWith(content, kind, o.ReadOptions()), o, cli.NewLineIndex(content))
	for call := range calls {
		v.call(&call)
	}
	if err := v.out.Flush(); err != nil {
		panic(err) // it writes to memory
	}
	return out.String()
}
