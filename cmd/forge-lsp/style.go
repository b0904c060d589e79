package main

import (
	"io"
	"os"
	"strings"

	"github.com/fatih/color"
	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

const (
	// defaultWidth is the number of columns of a report that is not written to a
	// terminal.
	defaultWidth = 120
	minWidth     = 40
	ellipsis     = "…"
)

// A style specifies how text is written: colors, and the width in columns.
type style struct {
	width    int
	terminal bool // it is read on a terminal
	colored  bool

	path, dim, good, changed, bad, note *color.Color
}

// newStyle returns the style of what is not written to a terminal.
func newStyle(colored bool) style {
	ink := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if colored {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return style{
		width:   defaultWidth,
		colored: colored,
		path:    ink(color.Bold),
		dim:     ink(color.FgHiBlack),
		good:    ink(color.FgGreen),
		changed: ink(color.FgYellow, color.Bold),
		bad:     ink(color.FgRed, color.Bold),
		note:    ink(color.FgCyan),
	}
}

// styleOf returns how text is written to w, given the value of --color.
func styleOf(w io.Writer, when string) style {
	tty := isTerminal(w)
	s := newStyle(wantColor(when, tty))
	s.terminal = tty
	if f, ok := fileOf(w); ok && tty {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			s.width = max(width, minWidth)
		}
	}
	return s
}

// wantColor decides about color; see https://no-color.org.
func wantColor(when string, tty bool) bool {
	return when == "always" ||
		when == "auto" && tty && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// exact returns a text that is there to be used: a diff, a rewritten text, a prompt. In a pipe or a
// file each byte is unchanged; on a terminal, as everywhere else, hidden characters are escapes.
func (s *style) exact(text string) string {
	if s.terminal {
		return foreign.Text(text)
	}
	return text
}

// exactOn is exact for an output.
func exactOn(w io.Writer, text string) string {
	s := style{terminal: isTerminal(w)}
	return s.exact(text)
}

// write writes the parts of a text in a color. Without colors it makes no copies, as the
// methods of the color do: a report has a dozen of these for each finding.
func (s *style) write(b *strings.Builder, ink *color.Color, parts ...string) {
	if s.colored {
		b.WriteString(ink.Sprint(strings.Join(parts, "")))
		return
	}
	for _, part := range parts {
		b.WriteString(part)
	}
}

func (s style) severity(severity diagnostics.Severity) *color.Color {
	switch severity {
	case diagnostics.Error:
		return s.bad
	case diagnostics.Warning:
		return s.changed
	case diagnostics.Information:
		return s.note
	default:
		return s.dim
	}
}

// outcome returns the color of an outcome.
func (s style) outcome(o diagnostics.Outcome) *color.Color {
	switch o {
	case diagnostics.Refused, diagnostics.Ignored:
		return s.bad
	case diagnostics.Repaired, diagnostics.Altered:
		return s.changed
	}
	return s.good
}

// cutTo returns a line, truncated to a number of columns with an ellipsis.
func cutTo(line string, width int) string {
	if uniseg.StringWidth(line) <= width {
		return line
	}
	var b strings.Builder
	for rest, room := line, width-1; rest != ""; {
		cluster, after, w, _ := uniseg.FirstGraphemeClusterInString(rest, -1)
		if room -= w; room < 0 {
			break
		}
		b.WriteString(cluster)
		rest = after
	}
	return b.String() + ellipsis
}

// maxToolName is the number of columns for a tool's name in a table: a call may contain
// any text there.
const maxToolName = 40
