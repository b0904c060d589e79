package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// print writes a report for people.
func (c *counter) print(r *stats.Report) {
	fmt.Fprint(c.out, r.Summary())
	if missing := c.Missing(); missing != "" && !c.merge {
		fmt.Fprintf(c.out, " (%s)", missing)
	}
	fmt.Fprintln(c.out)
	for _, t := range r.Tables() {
		c.table(&t)
	}
}

// table writes a table: names on the left, numbers on the right of their columns, and a bar.
func (c *counter) table(t *stats.Table) {
	lines := [][]string{slices.Concat(t.Keys, t.Columns)}
	for _, row := range t.Rows {
		line := slices.Concat(row.Key, row.Numbers)
		for i := range row.Key {
			if t.Names {
				line[i] = term.Cut(foreign.Line(line[i]), term.MaxToolName)
			}
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	fmt.Fprintln(c.out)
	for n, line := range lines {
		ink, bar := c.style.Dim, ""
		if n > 0 {
			row := &t.Rows[n-1]
			if bar = drawn(row.Share); row.Outcome != diagnostics.NoCall {
				ink = c.style.Outcome(row.Outcome)
			}
		}
		var b strings.Builder
		for i, cell := range line {
			blanks := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			switch b.WriteString("  "); {
			case i >= len(t.Keys):
				b.WriteString(blanks + cell)
			case t.Keys[i] == "": // a mark
				b.WriteString(ink.Sprint(cell) + blanks)
			default:
				b.WriteString(cell + blanks)
			}
		}
		if bar != "" {
			b.WriteString("  " + ink.Sprint(bar))
		}
		fmt.Fprintln(c.out, strings.TrimRight(b.String(), " "))
	}
	if t.More > 0 {
		fmt.Fprintf(c.out, "and %s; --format json has them\n", thousands.Count(t.More, "more row"))
	}
}

// drawn returns a bar for a share from 0 to 1; "" for 0.
func drawn(share float64) string {
	const (
		width   = 30 // columns of 1
		eighths = " ▏▎▍▌▋▊▉"
	)
	if share == 0 {
		return ""
	}
	n := max(1, int(share*8*width))
	text := strings.Repeat("█", n/8)
	if rest := n % 8; rest > 0 {
		text += string([]rune(eighths)[rest])
	}
	return text
}
