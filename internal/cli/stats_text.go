package cli

import (
	"fmt"
	"slices"
	"strings"

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
	rows := [][]string{slices.Concat(t.Keys, t.Columns)}
	for _, row := range t.Rows {
		cells := slices.Concat(row.Key, row.Numbers)
		for i := range row.Key {
			if t.Names {
				cells[i] = term.Cut(foreign.Line(cells[i]), term.MaxToolName)
			}
		}
		rows = append(rows, cells)
	}
	fmt.Fprintln(c.out)
	for n, line := range term.Table(rows, func(column int) bool { return column < len(t.Keys) }) {
		if n > 0 {
			row, ink := &t.Rows[n-1], c.style.Dim
			if row.Outcome != diagnostics.NoCall {
				ink = c.style.Outcome(row.Outcome)
			}
			if t.Keys[0] == "" { // a mark
				line = strings.Replace(line, row.Key[0], ink.Sprint(row.Key[0]), 1)
			}
			if bar := drawn(row.Share); bar != "" {
				line += "  " + ink.Sprint(bar)
			}
		}
		fmt.Fprintln(c.out, line)
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
