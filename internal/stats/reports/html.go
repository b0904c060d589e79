package reports

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// HTML writes the report as a single file that loads no resources and runs no scripts.
func (r *Report) HTML(w io.Writer) error { return pageTemplate().Execute(foreign.HTML(w), r.page()) }

type page struct {
	Calls, Sessions, Read string
	Replies, Other        string // "" for none
	Outcomes, All         []slice
	Changes               []changeRow
	Targets               []targetRow
	Chart                 *chart
	Causes, Methods       []slice
	Tools, Models         section
	By                    *section
	Prompts, Examples     []topic
}

// A slice is a part of a whole.
type slice struct {
	ID, Name, Number, Share string
	Width                   float64 // percent
}

type targetRow struct {
	corpus.Target
	Class string
}

// A section is a set of groups of calls.
type section struct {
	Title   string
	Rows    []groupRow
	Crossed []crossedRow // of groups by rules and something else
	More    string       // number of omitted groups, "" if none
}

type groupRow struct {
	Name, Calls, Read, AsWritten string
	Outcomes                     []slice
}

type crossedRow struct{ Name, Calls, Of, Share string }

// A topic is the subject of examples.
type topic struct {
	Name, Failed, Calls, Share string
	Examples                   []exampleRow
}

type exampleRow struct {
	corpus.Example
	What string
}

// Limits on the page.
const (
	mostRows    = 40
	mostPrompts = 12
)

func (r *Report) page() *page {
	t := &r.Tally.Totals
	p := &page{
		Calls: thousands.Separate(t.Calls), Sessions: thousands.Separate(r.Tally.Sessions), Read: corpus.Percent(t.Read(), t.Calls),
		Replies: some(t.Replies), Other: some(r.Tally.Other.Calls),
		Outcomes: slices.DeleteFunc(slicesOf(outcomes(t), t.Calls), func(s slice) bool { return s.Number == "0" }),
		All:      slicesOf(outcomes(t), t.Calls), Methods: slicesOf(methods(t), t.Calls-t.Native),
		Tools: r.section(corpus.ByTool), Models: r.section(corpus.ByModel), Chart: r.chart(), Changes: r.changeRows(),
	}
	for _, target := range r.Tally.Targets() {
		row := targetRow{Target: target}
		if target.Met != nil {
			row.Class = map[bool]string{true: "met", false: "missed"}[*target.Met]
		}
		p.Targets = append(p.Targets, row)
	}
	causes := r.Tally.Groups(corpus.ByCause)
	total := int64(0)
	for i := range causes {
		total += causes[i].Calls
	}
	for i := range causes {
		c := &causes[i]
		p.Causes = append(p.Causes, slice{
			Name: keyOf(c, 0), Number: thousands.Separate(c.Calls), Share: corpus.Percent(c.Calls, total), Width: percent(c.Calls, total),
		})
	}
	if len(r.By) > 1 || len(r.By) == 1 && r.By[0] != corpus.ByTool && r.By[0] != corpus.ByModel { // these are there
		by := r.section(r.By...)
		p.By = &by
	}
	p.Prompts, p.Examples = r.prompts(), r.examples()
	return p
}

func some(n int64) string {
	if n == 0 {
		return ""
	}
	return thousands.Separate(n)
}

func percent(part, of int64) float64 { return 100 * float64(part) / float64(max(of, 1)) }

func slicesOf(list []outcome, of int64) []slice {
	var parts []slice
	for _, o := range list {
		parts = append(parts, slice{o.id, o.name, thousands.Separate(o.n), corpus.Percent(o.n, of), percent(o.n, of)})
	}
	return parts
}

func (r *Report) section(by ...corpus.Dimension) section {
	s := section{Title: strings.Join(corpus.Names(by), ", ")}
	list := r.Tally.Groups(by...)
	if more := len(list) - mostRows; more > 0 {
		list, s.More = list[:mostRows], thousands.Separate(int64(more))
	}
	for i := range list {
		g := &list[i]
		name := "all others"
		if !g.Rest {
			values := make([]string, len(g.Key))
			for k, value := range g.Key {
				values[k] = cmp.Or(value, "(none)")
			}
			name = strings.Join(values, ", ")
		}
		if crossesRules(by) {
			s.Crossed = append(s.Crossed, crossedRow{name, thousands.Separate(g.Calls), thousands.Separate(g.Of), corpus.Percent(g.Calls, g.Of)})
			continue
		}
		s.Rows = append(s.Rows, groupRow{
			name, thousands.Separate(g.Calls), corpus.Percent(g.Read(), g.Calls), corpus.Percent(g.AsWritten, g.Calls),
			slicesOf(outcomes(&g.Counts), g.Calls),
		})
	}
	return s
}

// prompts returns the prompts with the most calls that do not run, each with examples.
func (r *Report) prompts() []topic {
	list := r.Tally.Groups(corpus.ByPrompt)
	list = slices.DeleteFunc(list, func(g corpus.Group) bool { return g.Rest || g.Refusals() == 0 })
	slices.SortStableFunc(list, func(a, b corpus.Group) int { return cmp.Compare(b.Refusals(), a.Refusals()) })
	var topics []topic
	for i := range list[:min(len(list), mostPrompts)] {
		g := &list[i]
		t := topic{
			Name: cmp.Or(g.Key[0], "(no system prompt)"), Failed: thousands.Separate(g.Refusals()), Calls: thousands.Separate(g.Calls),
			Share: corpus.Percent(g.Refusals(), g.Calls),
		}
		for _, x := range r.Tally.Examples() {
			if x.Prompt == g.Key[0] && !x.Lost {
				t.Examples = append(t.Examples, exampleRow{x, cmp.Or(x.Cause, words(x.Outcome))})
			}
		}
		topics = append(topics, t)
	}
	return topics
}

func (r *Report) examples() (topics []topic) {
	for _, x := range r.Tally.Examples() { // by cause
		name := cmp.Or(x.Cause, words(x.Outcome))
		if len(topics) == 0 || topics[len(topics)-1].Name != name {
			topics = append(topics, topic{Name: name})
		}
		last := &topics[len(topics)-1]
		last.Examples = append(last.Examples, exampleRow{x, words(x.Outcome)})
	}
	return topics
}

// A chart shows the percentage of calls that are read, over days.
type chart struct {
	Width, Height, Bottom int
	Grid                  []gridLine
	Days                  []chartDay
	Curve                 string
}

type gridLine struct {
	Y    float64
	Text string
}

type chartDay struct {
	X, Y                  float64
	Left, Top, Wide, High float64
	Title                 string
	Label                 *dayLabel
}

type dayLabel struct {
	X    float64
	Text string
}

// Clamp returns the position of a label, so that all of it is on the chart.
func (c *chart) Clamp(l *dayLabel) float64 { return min(max(l.X, 80), float64(c.Width)-40) }

// chart returns the chart of days, or nil if fewer than two are known. Days without calls
// also take up width, so that distances are proportional to time.
func (r *Report) chart() *chart {
	days := slices.DeleteFunc(r.Tally.Groups(corpus.ByDay), func(g corpus.Group) bool { return g.Rest || g.Key[0] == "" || g.Calls == 0 })
	if len(days) < 2 {
		return nil
	}
	slices.SortFunc(days, func(a, b corpus.Group) int { return strings.Compare(a.Key[0], b.Key[0]) })
	const left, top, width, height, labels = 80.0, 10.0, 1000, 260, 28
	c := &chart{Width: width, Height: height, Bottom: height - 8}
	plot := float64(height-labels) - top
	first, last := dayNumber(days[0].Key[0]), dayNumber(days[len(days)-1].Key[0])
	step := (width - left - 12) / float64(last-first+1)
	least, most := 100.0, int64(1)
	for i := range days {
		least, most = min(least, percent(days[i].Read(), days[i].Calls)), max(most, days[i].Calls)
	}
	floor := 0.0
	for _, at := range []float64{50, 80, 90, 95, 99, 99.5, 99.9} {
		if least >= at {
			floor = at
		}
	}
	place := func(share float64) float64 { return top + plot*(100-share)/(100-floor) }
	const steps = 5 // of which each is round
	for i := range steps + 1 {
		share := floor + (100-floor)*float64(i)/steps
		c.Grid = append(c.Grid, gridLine{place(share), fmt.Sprintf("%.4g %%", share)})
	}
	points := make([]string, len(days))
	every := (len(days) + 7) / 8
	for i := range days {
		g := &days[i]
		share := percent(g.Read(), g.Calls)
		d := chartDay{X: left + step*(float64(dayNumber(g.Key[0])-first)+0.5), Y: place(share)}
		d.Wide, d.High = max(step*0.7, 1), plot*0.3*float64(g.Calls)/float64(most)
		d.Left, d.Top = d.X-d.Wide/2, top+plot-d.High
		d.Title = fmt.Sprintf("%s: %s of %s calls", g.Key[0], corpus.Percent(g.Read(), g.Calls), thousands.Separate(g.Calls))
		if i%every == 0 {
			d.Label = &dayLabel{d.X, g.Key[0]}
		}
		points[i] = fmt.Sprintf("%.1f,%.1f", d.X, d.Y)
		c.Days = append(c.Days, d)
	}
	c.Curve = strings.Join(points, " ")
	return c
}

func dayNumber(day string) int {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return 0 // of a tally from another source
	}
	return int(t.Unix() / (24 * 60 * 60))
}
