package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// Markdown returns the report for an issue, a pull request or the summary of a CI job.
func (r *Report) Markdown() string {
	out := &strings.Builder{}
	fmt.Fprintln(out, markdown.Prose(r.Summary()))
	for _, t := range r.Tables() {
		fmt.Fprintf(out, "\n| %s |\n", strings.Join(slices.Concat(t.Keys, t.Columns), " | "))
		fmt.Fprint(out, strings.Repeat("|---", len(t.Keys)), strings.Repeat("|---:", len(t.Columns)), "|\n")
		for _, row := range t.Rows {
			cells := slices.Concat(row.Key, row.Numbers)
			for i := range row.Key {
				if t.Names {
					cells[i] = cmp.Or(markdown.Cell(rules.ClipAt(cells[i], rules.MaxReason)), "–") // as code
				}
			}
			fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
		}
		if t.More > 0 {
			fmt.Fprintf(out, "\nand %s; `--format json` has them\n", thousands.Count(t.More, "more row"))
		}
	}
	return out.String()
}
