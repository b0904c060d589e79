package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/workspace"
	"github.com/entrhq/forge-lsp/xmlcall"
)

const inspectLong = `inspect lists the <tool> calls of files: what happens to each of them, why, and the
arguments as the runtime decodes them; for a repaired call, after the repair.

A call has two stages. The reader runs it, repairs it or refuses it. The tool that
it names then accepts or refuses it, or is unknown; without a definition of any
tool it is unchecked.

` + toolsHelp + `

` + positionsHelp + `

Exit codes:
  0  the files were read
  2  wrong usage, a file that cannot be read or is no UTF-8 text, a definition
     of tools that cannot be read, or a configuration with a mistake`

type inspector struct {
	commonOptions
	stdin  io.Reader
	stderr io.Writer
	out    *bufio.Writer
	style  style

	total   inspectOutput
	summary summary
	covered coverage
	failed  bool
}

func newInspectCommand() *cobra.Command {
	c := &inspector{}
	cmd := &cobra.Command{
		Use:   "inspect [flags] PATH... | -",
		Short: "List the calls with what happens to them and their decoded arguments",
		Long:  inspectLong,
		Example: `  forge-lsp inspect reply.xml
  forge-lsp inspect --as reply --format json - < reply.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.add(cmd)
	return cmd
}

func (c *inspector) run(cmd *cobra.Command, args []string) error {
	c.stdin, c.stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	c.out = bufio.NewWriter(colorWriter(cmd.OutOrStdout()))
	c.style = c.commonOptions.style(cmd.OutOrStdout())
	c.covered = newCoverage(args)
	c.total = inspectOutput{Version: jsonVersion, Files: []inspectedFile{}}
	ctx := cmd.Context()
	if err := inOrder(ctx, slices.Values(c.sources(args)), c.inspect, func(f inspected) error { return c.emit(ctx, f) }); err != nil {
		return err
	}
	if c.format.value == "json" {
		if err := writeJSON(c.out, c.total); err != nil {
			return err
		}
	} else {
		line := c.summary.calls()
		if missing := c.covered.missing(); missing != "" {
			line += " (" + missing + ")"
		}
		fmt.Fprintln(c.out, line)
	}
	if err := c.out.Flush(); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	if c.failed {
		return exitCode(exitFailure)
	}
	return nil
}

type inspected struct {
	opened
	src     workspace.Source
	file    inspectedFile
	summary summary
	shown   string // the calls as text
}

// inspect runs on several files at a time.
func (c *inspector) inspect(src workspace.Source) (out inspected) {
	out.src = src
	defer out.recovered(src)
	out.opened = c.open(&src, c.stdin, nil)
	if out.err != nil || out.archive {
		return out
	}
	out.file = inspectedFile{Path: src.Path, Calls: []call{}}
	out.summary.Files = 1
	if out.tools == nil {
		return out
	}
	result := out.run()
	out.summary = summaryOf(result.Tally())
	out.summary.Suppressed = result.Suppressed
	index := newLineIndex(out.text)
	var b strings.Builder
	for i := range result.Calls {
		described := describeCall(&result.Calls[i], index)
		out.file.Calls = append(out.file.Calls, described)
		if c.format.value == "text" {
			c.writeCall(&b, src.Path, &described)
		}
	}
	out.shown = b.String()
	return out
}

func (c *inspector) emit(ctx context.Context, file inspected) error {
	failed, ok := file.report(c.stderr, &c.tools.told)
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
	c.total.Files = append(c.total.Files, file.file)
	c.summary.add(file.summary)
	_, err := c.out.WriteString(file.shown)
	return err
}

func describeCall(found *diagnostics.Call, index *lineIndex) call {
	block := found.Block()
	at := index.position(found.Span.Start)
	described := call{
		Start:       found.Span.Start,
		End:         found.Span.End,
		Line:        at.Line,
		Column:      at.Column,
		Verdict:     block.Verdict().Outcome.String(),
		Reason:      found.Reason(func(offset int) int { return index.position(offset).Line }),
		Seen:        found.Seen(),
		ToolVerdict: found.ToolVerdict().String(),
		ToolReason:  found.ToolReason(),
		Server:      block.ServerName(),
		Tool:        block.ToolName(),
		Values:      map[string]any{},
	}
	if value, ok := block.Decode(); ok {
		tree := describeArgument(value)
		described.Arguments = &tree
		described.Values = writable(value.Infer()).(map[string]any)
	}
	return described
}

func describeArgument(v *xmlcall.Value) argument {
	a := argument{Name: v.Name, Text: v.Text}
	for _, child := range v.Children {
		a.Children = append(a.Children, describeArgument(child))
	}
	return a
}

// writable returns v with the numbers that JSON cannot write as strings.
func writable(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[name] = writable(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = writable(value)
		}
		return out
	case float64:
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 1):
			return "Infinity"
		case math.IsInf(v, -1):
			return "-Infinity"
		}
	}
	return v
}

// writeCall writes a call on one line and its arguments below.
func (c *inspector) writeCall(b *strings.Builder, path string, described *call) {
	words, ink := c.style.status(described)
	fmt.Fprintf(b, "%s %s",
		c.style.path.Sprintf("%s:%d:%d:", visible(path), described.Line, described.Column),
		ink.Sprint(words))
	var names []string
	if described.Tool != "" {
		names = append(names, visible(described.Tool))
	}
	if described.Server != "local" {
		names = append(names, "on "+visible(described.Server))
	}
	if len(names) > 0 {
		b.WriteString(": " + strings.Join(names, " "))
	}
	if reasons := described.reasons(); reasons != "" {
		b.WriteString(c.style.dim.Sprint(" (" + visible(reasons) + ")"))
	}
	b.WriteByte('\n')
	if described.Arguments != nil {
		c.writeArguments(b, described.Arguments.Children, "    ")
	}
}

// minQuote is the least number of columns that a value gets, however deep it
// is nested and however long its name is.
const minQuote = 20

func (c *inspector) writeArguments(b *strings.Builder, arguments []argument, indent string) {
	for _, a := range arguments {
		name := visible(a.Name)
		b.WriteString(indent + c.style.note.Sprint(name))
		if len(a.Children) == 0 || strings.TrimSpace(a.Text) != "" {
			b.WriteString(" " + c.quote(a.Text, max(minQuote, c.style.width-len(indent)-uniseg.StringWidth(name)-1)))
		}
		b.WriteByte('\n')
		c.writeArguments(b, a.Children, indent+"  ")
	}
}

// quote returns a value between quotes, cut to about width columns; a cut
// value is followed by its size.
func (c *inspector) quote(value string, width int) string {
	head := value[:min(len(value), 4*width)]
	quoted := strconv.Quote(head)
	if len(head) == len(value) && uniseg.StringWidth(quoted) <= width {
		return quoted
	}
	size := fmt.Sprintf(" (%d bytes)", len(value))
	room := max(width-len(size)-len(`""`)-1, 8)
	var shown strings.Builder
	for rest := strings.TrimPrefix(quoted[:len(quoted)-1], `"`); rest != ""; {
		unit, w := nextUnit(rest)
		if w > room {
			break
		}
		shown.WriteString(unit)
		room -= w
		rest = rest[len(unit):]
	}
	return `"` + shown.String() + ellipsis + `"` + c.style.dim.Sprint(size)
}

// nextUnit returns the first character of a quoted string, a whole escape
// sequence counting as one, and its width.
func nextUnit(s string) (unit string, width int) {
	if s[0] == '\\' {
		n := map[byte]int{'x': 4, 'u': 6, 'U': 10}[s[1]]
		n = max(n, 2)
		return s[:n], n
	}
	unit, _, width, _ = uniseg.FirstGraphemeClusterInString(s, -1)
	return unit, width
}
