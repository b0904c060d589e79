package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/document"
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
shown as a diff. Large JSONL files are read in pieces.

` + toolsHelp + `

` + positionsHelp + `

Exit codes:
  0  the files were read
  2  wrong usage, a file that cannot be read or is not UTF-8 text, a definition
     of tools that cannot be read, or an error in the configuration`

type inspector struct {
	commonOptions
	shows  filter
	full   bool
	stdin  io.Reader
	stderr io.Writer
	out    *bufio.Writer
	view   view

	total   inspectedSummary
	covered coverage
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

func newInspectCommand(setup Setup) *cobra.Command {
	c := &inspector{}
	c.Setup = setup
	cmd := &cobra.Command{
		Use:   "inspect [flags] PATH... | -",
		Short: "List calls with their outcomes and decoded arguments",
		Long:  inspectLong,
		Example: `  forge-lsp inspect reply.xml
  forge-lsp inspect --only refused,altered session.jsonl
  forge-lsp inspect --format markdown --message 12 session.md
  forge-lsp inspect --as reply --format json - < reply.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.add(cmd, "markdown")
	c.shows.add(cmd)
	cmd.Flags().BoolVar(&c.full, "full", false, "do not cut long values")
	return cmd
}

func (c *inspector) run(cmd *cobra.Command, args []string) error {
	if err := c.shows.check(cmd); err != nil {
		return err
	}
	c.stdin, c.stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	c.out = bufio.NewWriter(term.ColorWriter(cmd.OutOrStdout()))
	c.covered = newCoverage(args)
	switch c.format.value {
	case "json":
		c.view = &jsonView{out: c.out}
	case "markdown":
		c.view = &markdownView{out: c.out, full: c.full}
	default:
		c.view = &textView{out: c.out, style: c.commonOptions.style(cmd.OutOrStdout()), full: c.full}
	}
	ctx := cmd.Context()
	if err := inOrder(ctx, slices.Values(c.sources(args)), c.inspect, func(file inspected) error { return c.emit(ctx, file) }); err != nil {
		return err
	}
	c.view.finish(&c.total, c.covered.missing())
	if err := c.flush(); err != nil {
		return err
	}
	if c.failed {
		return exitCode(exitFailure)
	}
	return nil
}

func (c *inspector) flush() error {
	if err := c.out.Flush(); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// inspected is the result for a file or, if it is read in pieces, for one of them.
type inspected struct {
	opened
	src   workspace.Source
	calls []inspectedCall
	tally diagnostics.Summary
}

// inspect runs on several files concurrently.
func (c *inspector) inspect(src workspace.Source) (out inspected) {
	out.src = src
	defer out.recovered(src)
	if out.opened = c.open(&out.src, c.stdin, c.streams); out.err == nil && !out.archive && !out.stream && out.tools != nil {
		out.read(out.text, nil, place{})
		out.text = "" // while other files are read
	}
	return out
}

// read reads a text: that of the source, or a piece that starts at a place of it.
func (out *inspected) read(content string, labels *document.Labels, at place) {
	if len(content) >= largeText {
		collect(largeFiles)
	}
	index := newLineIndex(content)
	index.at = at
	result := out.options.Inspect(content, out.kind, labels)
	out.tally = result.Summary()
	out.calls = describeAll(result, out.options.Toolset(), index)
}

// emit processes the files in order.
func (c *inspector) emit(ctx context.Context, file inspected) error {
	failed, ok := file.report(c.stderr, &c.tools.reported)
	c.failed = c.failed || failed
	if !ok {
		return nil
	}
	if file.archive {
		failed, err := inArchive(ctx, &file.src, c.stderr, c.inspect, func(f inspected) error { return c.emit(ctx, f) })
		c.failed = c.failed || failed
		return err
	}
	c.covered.add(file.src)
	c.view.file(file.src.Path)
	shown := newRetries(c)
	var err error
	if file.stream {
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
	return c.flush()
}

// emitStream reads a source in pieces, and writes its calls incrementally.
func (c *inspector) emitStream(ctx context.Context, file *inspected, shown *retries) error {
	labels, err := c.labelsOf(ctx, nil, &file.src, file.options.Formats, 0)
	if err != nil {
		return err
	}
	var failed error
	err = inOrder(ctx, c.pieces(&file.src), func(p streamedPiece) inspected {
		out := inspected{opened: file.opened, src: file.src}
		if out.err = p.err; p.err == nil {
			collect(largeFiles)
			out.read(p.Text, labels, place{p.offset, p.line})
		}
		return out
	}, func(piece inspected) error {
		if piece.err != nil {
			failed = piece.err
			return nil
		}
		shown.addAll(&piece)
		return c.flush()
	})
	if err == nil && failed != nil {
		c.failed = failure(c.stderr, failed) || c.failed
	}
	return err
}
