package stats

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// maxShown is the number of groups in reports for people: JSON has all of them.
const maxShown = 50

// Markdown writes the report for an issue, a pull request or the summary of a CI job.
func (r *Report) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	t := &r.Tally.Totals
	what := thousands.Separate(t.Calls) + " calls"
	if t.Calls == 0 && t.Leaked > 0 {
		what = thousands.Separate(t.Leaked) + " leaked calls"
	}
	fmt.Fprintf(out, "**%s** in %s sessions", what, thousands.Separate(r.Tally.Sessions))
	if t.Judged() > 0 || t.Unknown+t.Leaked == 0 {
		fmt.Fprintf(out, ": %s are parsed (%s of %s)", Percent(t.Read(), t.Judged()), thousands.Separate(t.Read()), thousands.Separate(t.Judged()))
	}
	fmt.Fprintln(out)
	fmt.Fprint(out, "\n| | calls | |\n|---|---:|---:|\n")
	for _, line := range outcomes(t) {
		if line.n > 0 {
			fmt.Fprintf(out, "| %s | %s | %s |\n", line.name, thousands.Separate(line.n), Percent(line.n, t.Calls))
		}
	}
	if formats := r.Tally.Formats(); formats != nil {
		fmt.Fprint(out, "\n| format of another runtime | calls |\n|---|---:|\n")
		for _, f := range formats {
			fmt.Fprintf(out, "| %s | %s |\n", cell(f.Format), thousands.Separate(f.Calls))
		}
	}
	if causes := r.Tally.Groups(ByCause); len(causes) > 0 {
		fmt.Fprint(out, "\n| first error | calls |\n|---|---:|\n")
		for i := range causes {
			fmt.Fprintf(out, "| %s | %s |\n", cell(keyOf(&causes[i], 0)), thousands.Separate(causes[i].Calls))
		}
	}
	fmt.Fprint(out, "\n| | target | value | wanted |\n|---|---|---:|---|\n")
	for _, target := range r.Tally.Targets() {
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", target.Mark(), target.Name, target.Value(), target.Want)
	}
	if r.Compared != nil {
		r.Compared.markdown(out)
	}
	if len(r.By) > 0 {
		r.groups(out)
	}
	return out.Flush()
}

func (r *Report) groups(out io.Writer) {
	columns, rows, more := r.Table(maxShown)
	fmt.Fprint(out, "\n")
	for _, d := range r.By {
		fmt.Fprintf(out, "| %s ", d)
	}
	fmt.Fprintf(out, "| %s |\n", strings.Join(columns, " | "))
	fmt.Fprint(out, strings.Repeat("|---", len(r.By)), strings.Repeat("|---:", len(columns)), "|\n")
	for _, row := range rows {
		for _, value := range row.Key {
			fmt.Fprintf(out, "| %s ", cell(value))
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(row.Columns, " | "))
	}
	if more > 0 {
		fmt.Fprintf(out, "\n%s more groups are in `--format json`.\n", thousands.Separate(more))
	}
}

func (c *Comparison) markdown(out io.Writer) {
	for _, part := range []struct {
		title string
		list  []Compared
	}{{"outcome", c.Outcomes}, {"rule", c.Rules}, {"tool", c.Tools}} {
		if len(part.list) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n| %s | before | | now | |\n|---|---:|---:|---:|---:|\n", part.title)
		for i := range part.list[:min(len(part.list), maxShown)] {
			row := &part.list[i]
			before, ofBefore := row.Before.Text()
			now, ofNow := row.Now.Text()
			fmt.Fprintf(out, "| %s | %s | %s | %s | %s |\n", cell(row.Words), before, ofBefore, now, ofNow)
		}
	}
}

// cell returns a name as code in a table.
func cell(name string) string { return cmp.Or(markdown.Cell(short(name)), "–") }

// short returns a name, cut to 80 characters.
func short(name string) string {
	const most = 80
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

func keyOf(g *Group, i int) string {
	if g.Rest {
		return "(all others)"
	}
	return cmp.Or(g.Key[i], "(none)")
}
