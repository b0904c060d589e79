package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A row of the table is one thing that was measured, by program.
type row struct {
	name string
	by   []measured
}

// measured are the figures of a program: the times of its turns, or a number of bytes.
type measured struct {
	took  sample
	cpu   time.Duration // of all threads, for all turns
	bytes int
}

// add adds a turn.
func (m *measured) add(took, cpu time.Duration) {
	m.took = append(m.took, took)
	m.cpu += cpu
}

// cells returns the median, the 99th percentile and the mean CPU time of a turn.
func (m measured) cells() []string {
	if m.bytes > 0 {
		return []string{fmt.Sprintf("%.1f MB", float64(m.bytes)/(1<<20)), "", ""}
	}
	return []string{ms(m.took.quantile(50)), ms(m.took.quantile(99)), ms(m.cpu / time.Duration(max(1, len(m.took))))}
}

// print prints the table in Markdown, times in milliseconds.
func (s *settings) print(w io.Writer) {
	header := []string{"", "turns"}
	for _, p := range s.programs {
		header = append(header, p.name+" p50", "p99", "cpu")
	}
	aligned := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	line := func(cells []string) { fmt.Fprintf(aligned, "| %s\t|\n", strings.Join(cells, "\t| ")) }
	line(header)
	line(slices.Repeat([]string{"---"}, len(header)))
	for _, r := range s.rows {
		cells := []string{r.name, fmt.Sprint(max(1, len(r.by[0].took)))}
		for _, m := range r.by {
			cells = append(cells, m.cells()...)
		}
		line(cells)
	}
	_ = aligned.Flush() // as fmt.Fprintf
}

// ms returns a time in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

// A sample is the durations of several turns.
type sample []time.Duration

// quantile returns the smallest time that the given percentage of turns did not exceed,
// zero if there were no turns.
func (s sample) quantile(percent int) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}
