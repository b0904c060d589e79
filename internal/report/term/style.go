// Package term writes to terminals: in color, in so many columns, beside a line that shows the
// progress of a run.
package term

import (
	"cmp"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"
	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

const (
	// DefaultWidth is the number of columns of a report that is not written to a
	// terminal.
	DefaultWidth = 120
	minWidth     = 40
	// Ellipsis is in place of what was cut off.
	Ellipsis = "…"
)

// A Style specifies how text is written: colors, and the width in columns.
type Style struct {
	Width    int  // in columns
	Terminal bool // it is read on a terminal
	Colored  bool // with the colors below

	// The colors of the parts of a text.
	Path, Dim, Good, Changed, Bad, Note *color.Color
}

// NewStyle returns the style of what is not written to a terminal.
func NewStyle(colored bool) Style {
	ink := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if colored {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return Style{
		Width:   DefaultWidth,
		Colored: colored,
		Path:    ink(color.Bold),
		Dim:     ink(color.FgHiBlack),
		Good:    ink(color.FgGreen),
		Changed: ink(color.FgYellow, color.Bold),
		Bad:     ink(color.FgRed, color.Bold),
		Note:    ink(color.FgCyan),
	}
}

// StyleOf returns how text is written to w, given the value of --color.
func StyleOf(w io.Writer, when string) Style {
	tty := IsTerminal(w)
	s := NewStyle(wantColor(when, tty))
	s.Terminal = tty
	if f, ok := fileOf(w); ok && tty {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			s.Width = max(width, minWidth)
		}
	}
	return s
}

// wantColor decides about color; see https://no-color.org and https://bixense.com/clicolors.
func wantColor(when string, tty bool) bool {
	if when != "auto" || os.Getenv("NO_COLOR") != "" {
		return when == "always"
	}
	return forced("FORCE_COLOR") || forced("CLICOLOR_FORCE") || tty && os.Getenv("TERM") != "dumb"
}

// forced reports whether a variable asks for color without a terminal, such as in the log of a CI job.
func forced(name string) bool {
	value := os.Getenv(name)
	return value != "" && value != "0" && value != "false"
}

// Exact returns a text that is there to be used: a diff, a rewritten text, a prompt. In a pipe or a
// file each byte is unchanged; on a terminal, as everywhere else, hidden characters are escapes.
func (s *Style) Exact(text string) string {
	if s.Terminal {
		return foreign.Text(text)
	}
	return text
}

// Severity returns the color of a severity.
func (s Style) Severity(severity diagnostics.Severity) *color.Color {
	inks := map[diagnostics.Severity]*color.Color{diagnostics.Error: s.Bad, diagnostics.Warning: s.Changed, diagnostics.Information: s.Note}
	return cmp.Or(inks[severity], s.Dim)
}

// Outcome returns the color of an outcome.
func (s Style) Outcome(o diagnostics.Outcome) *color.Color {
	switch o {
	case diagnostics.Refused, diagnostics.Ignored:
		return s.Bad
	case diagnostics.Repaired, diagnostics.Altered:
		return s.Changed
	case diagnostics.Unknown:
		return s.Note
	}
	return s.Good
}

// Columns returns the number of columns that a line takes.
func Columns(line string) int {
	if !strings.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) { // most lines
		return len(line)
	}
	return uniseg.StringWidth(line)
}

// Cut returns a line, truncated to a number of columns with an ellipsis.
func Cut(line string, width int) string {
	if Columns(line) <= width {
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
	return b.String() + Ellipsis
}

// MaxToolName is the number of columns for a tool's name in a table: a call may contain
// any text there.
const MaxToolName = 40

// Table returns lines whose cells are below each other: names on the left of their columns, which left tells, and numbers
// on the right.
func Table(rows [][]string, left func(column int) bool) (lines []string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Columns(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			blanks := strings.Repeat(" ", widths[i]-Columns(cell))
			if !left(i) {
				cell, blanks = blanks, cell
			}
			line.WriteString("  " + cell + blanks)
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}
