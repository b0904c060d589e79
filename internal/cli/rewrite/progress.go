package rewrite

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// progress is how far files are converted: the report of convert --report.
type progress struct {
	rows    []progressRow
	total   progressRow
	reasons map[string]int // why calls are left
}

// A progressRow counts the calls of a file.
type progressRow struct {
	file              string
	convertible, left int
}

// add counts the calls of a file. Files without any to convert have no row.
func (p *progress) add(file *rewritten) {
	s := summaryOf(file)
	if len(file.calls) == 0 {
		return
	}
	p.rows = append(p.rows, progressRow{file.src.Path, s.Converted, s.Left})
	p.total.convertible += s.Converted
	p.total.left += s.Left
	for i := range file.calls {
		for _, left := range file.calls[i].Left {
			if p.reasons == nil {
				p.reasons = map[string]int{}
			}
			p.reasons[left.Reason]++
		}
	}
}

func (p *progress) write(to io.Writer) error {
	p.total.file = "total of " + thousands.Count(len(p.rows), "file")
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "to convert\tleft\t file")
	for _, r := range append(p.rows, p.total) {
		fmt.Fprintf(table, "%s\t%s\t %s\n", thousands.Separate(r.convertible), thousands.Separate(r.left), foreign.Line(r.file))
	}
	if len(p.reasons) > 0 {
		fmt.Fprintln(table, "\n\tleft\t reason")
		for _, reason := range slices.SortedFunc(maps.Keys(p.reasons), func(a, b string) int {
			return cmp.Or(p.reasons[b]-p.reasons[a], cmp.Compare(a, b))
		}) {
			fmt.Fprintf(table, "\t%s\t %s\n", thousands.Separate(p.reasons[reason]), foreign.Line(reason))
		}
	}
	return table.Flush()
}
