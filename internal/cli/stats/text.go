package stats

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/fatih/color"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/stats/reports"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// Limits on the text: --format json has everything.
const (
	maxCauses = 10
	maxGroups = 30
	barWidth  = 30 // columns
)

// print writes a report for people.
func (c *counter) print(r *reports.Report) {
	t := &r.Tally.Totals
	fmt.Fprint(c.out, thousands.Count(r.Tally.Sessions, "session"))
	if t.Calls > 0 || t.Leaked == 0 {
		fmt.Fprint(c.out, ", ", thousands.Count(t.Calls, "call"))
	}
	var forms []string
	if t.Native > 0 {
		forms = append(forms, thousands.Separate(t.Native)+" native")
	}
	for _, f := range r.Tally.Formats() {
		forms = append(forms, thousands.Separate(f.Calls)+" in "+document.Words(f.Format))
	}
	if forms != nil {
		fmt.Fprintf(c.out, " (%s)", strings.Join(forms, ", "))
	}
	if t.Replies == 1 {
		fmt.Fprint(c.out, ", 1 reply without a call")
	} else if t.Replies > 0 {
		fmt.Fprintf(c.out, ", %s replies without a call", thousands.Separate(t.Replies))
	}
	if t.Leaked > 0 {
		fmt.Fprintf(c.out, ", %s leaked", thousands.Separate(t.Leaked))
	}
	if t.LeakedAgain > 0 {
		fmt.Fprintf(c.out, " (%s after another)", thousands.Separate(t.LeakedAgain))
	}
	if n := r.Tally.Other.Calls; n > 0 {
		fmt.Fprintf(c.out, ", %s in other text", thousands.Separate(n))
	}
	if missing := c.Missing(); missing != "" && !c.merge {
		fmt.Fprintf(c.out, " (%s)", missing)
	}
	fmt.Fprintln(c.out)
	if r.Compared != nil {
		c.compared(r.Compared)
	}
	if t.Calls == 0 {
		return
	}
	var outcomes []bar
	for i, n := range t.ByOutcome() {
		o := diagnostics.AllOutcomes[i]
		outcomes = append(outcomes, bar{o.Words(), n, c.style.Outcome(o)})
	}
	c.bars("", t.Calls, outcomes)
	c.bars("method", t.Judged()-t.Native, []bar{
		{"plain", t.CallsPlain, c.style.Dim},
		{"escapes", t.CallsEscapes, c.style.Dim},
		{"CDATA", t.CallsCDATA, c.style.Dim},
		{"mixed", t.CallsMixed, c.style.Dim},
	})
	var causes []bar
	total := int64(0)
	for _, g := range r.Tally.Groups(corpus.ByCause) {
		if total += g.Calls; len(causes) < maxCauses && !g.Rest {
			causes = append(causes, bar{g.Key[0], g.Calls, c.style.Bad})
		}
	}
	c.bars("first error", total, causes)
	targets := r.Tally.Targets()
	if t.Judged() == t.Native { // most are about calls in text
		targets = slices.DeleteFunc(targets, func(t corpus.Target) bool { return t.Of == 0 })
	}
	c.targets(targets)
	c.groups(r)
}

type bar struct {
	name string
	n    int64
	ink  *color.Color
}

// bars writes numbers, except those that are 0, and their percentages.
func (c *counter) bars(title string, of int64, list []bar) {
	name, number := 0, 0
	for _, b := range list {
		if b.n > 0 {
			name, number = max(name, len(b.name)), max(number, len(thousands.Separate(b.n)))
		}
	}
	if name == 0 {
		return
	}
	fmt.Fprintln(c.out)
	if title != "" {
		fmt.Fprintln(c.out, title)
	}
	for _, b := range list {
		if b.n > 0 {
			fmt.Fprintf(c.out, "  %-*s  %*s  %9s  %s\n", name, b.name, number, thousands.Separate(b.n), corpus.Percent(b.n, of), b.ink.Sprint(drawn(b.n, of)))
		}
	}
}

func drawn(n, of int64) string {
	const eighths = " ▏▎▍▌▋▊▉"
	width := int(float64(n) / float64(max(of, 1)) * 8 * barWidth)
	width = max(width, 1)
	text := strings.Repeat("█", width/8)
	if rest := width % 8; rest > 0 {
		text += string([]rune(eighths)[rest])
	}
	return text
}

// targets writes the targets as a table, each with a mark.
func (c *counter) targets(list []corpus.Target) {
	name, value := len("target"), len("value")
	for i := range list {
		name, value = max(name, len(list[i].Name)), max(value, len([]rune(list[i].Value())))
	}
	fmt.Fprintf(c.out, "\n    %-*s  %-*s  wanted\n", name, "target", value, "value")
	for i := range list {
		t := &list[i]
		ink := c.style.Dim
		if t.Met != nil {
			ink = map[bool]*color.Color{true: c.style.Good, false: c.style.Bad}[*t.Met]
		}
		line := fmt.Sprintf("  %s %-*s  %-*s  %s", ink.Sprint(t.Mark()), name, t.Name, value, t.Value(), c.style.Dim.Sprint(t.Want))
		fmt.Fprintln(c.out, strings.TrimRight(line, " "))
	}
}

// compared writes the counts of two tallies side by side.
func (c *counter) compared(r *reports.Comparison) {
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	more := 0
	for _, part := range []struct {
		title string
		list  []reports.Compared
	}{{"outcome", r.Outcomes}, {"rule", r.Rules}, {"tool", r.Tools}} {
		if len(part.list) == 0 {
			continue
		}
		fmt.Fprintf(table, "\nbefore\t\tnow\t\t  %s\n", part.title)
		for i := range part.list[:min(len(part.list), maxGroups)] {
			row := &part.list[i]
			before, ofBefore := row.Before.Text()
			now, ofNow := row.Now.Text()
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t  %s\n", before, ofBefore, now, ofNow, term.Cut(foreign.Line(row.Words), term.MaxToolName))
		}
		more += max(0, len(part.list)-maxGroups)
	}
	_ = table.Flush() // c.out keeps its error
	if more > 0 {
		fmt.Fprintf(c.out, "and %s; --format json has them\n", thousands.Count(more, "more row"))
	}
}

func (c *counter) groups(r *reports.Report) {
	if len(r.By) == 0 {
		return
	}
	columns, rows, more := r.Table(maxGroups)
	fmt.Fprintln(c.out)
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "%s\t  %s\n", strings.Join(columns, "\t"), strings.Join(corpus.Names(r.By), ", "))
	for _, row := range rows {
		names := make([]string, len(row.Key))
		for i, value := range row.Key {
			names[i] = term.Cut(foreign.Line(value), term.MaxToolName)
		}
		if row.Rest {
			names = names[:1]
		}
		fmt.Fprintf(table, "%s\t  %s\n", strings.Join(row.Columns, "\t"), strings.Join(names, ", "))
	}
	_ = table.Flush() // c.out keeps its error
	if more > 0 {
		fmt.Fprintf(c.out, "and %s; --format json has them\n", thousands.Count(more, "more group"))
	}
}
