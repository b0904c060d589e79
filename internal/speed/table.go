package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A table is a header and rows with as many cells.
type table [][]string

func (t *table) add(cells ...string) { *t = append(*t, cells) }

// print prints a table that has rows, aligned for a terminal or as Markdown.
func (t table) print(w io.Writer, markdown bool) {
	if len(t) < 2 {
		return
	}
	fmt.Fprintln(w)
	if markdown {
		for i, row := range t {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(row)))
			}
		}
		return
	}
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range t {
		fmt.Fprintf(aligned, "%s\t\n", strings.Join(row, "\t"))
	}
	_ = aligned.Flush() // as fmt.Fprintf
}

// strokesTable has a row for each series beside the echo server: the times of the
// server, those of the echo, and what the server takes beyond it.
func strokesTable(all []*series) table {
	t := table{{"text", "client", "stroke", "where", "p50", "p99", "echo p50", "p99", "beyond p50", "p99", "cpu", "KB", "x 10 MB"}}
	for _, s := range all {
		if s.peer == "echo" {
			t.add(s.form.String(), s.channel.String(), s.stroke, s.where,
				ms(s.server.p50()), ms(s.server.p99()), ms(s.other.p50()), ms(s.other.p99()),
				ms(s.server.p50()-s.other.p50()), ms(s.server.p99()-s.other.p99()), ms(s.cpu), fmt.Sprint(s.size>>10), s.timesTen(all))
		}
	}
	return t
}

// summaryTable has a row for the turns of each stroke, at all places in texts of one
// size and share of defects, and one for all strokes.
func summaryTable(all []*series) table {
	t := table{{"text", "client", "stroke", "turns", "p50", "p99", "echo p50", "p99", "beyond p50", "p99", "cpu", "x 10 MB"}}
	pooled := pool(all)
	for _, s := range pooled {
		text, _, _ := strings.Cut(s.form.String(), "/"+s.thinking.String())
		t.add(text, s.channel.String(), s.stroke, fmt.Sprint(len(s.server)),
			ms(s.server.p50()), ms(s.server.p99()), ms(s.other.p50()), ms(s.other.p99()),
			ms(s.server.p50()-s.other.p50()), ms(s.server.p99()-s.other.p99()), ms(s.cpu), s.timesTen(pooled))
	}
	return t
}

// pool returns the series beside the echo server with the turns of all places and of
// all texts that differ in <thinking> only, and one for all strokes of a text.
func pool(all []*series) []*series {
	var pooled []*series
	add := func(s *series, stroke string) {
		key := series{form: s.form, channel: s.channel, peer: s.peer, stroke: stroke}
		key.thinking = closed
		i := slices.IndexFunc(pooled, func(p *series) bool { return p.String() == key.String() })
		if i < 0 {
			i, pooled = len(pooled), append(pooled, &key)
		}
		p := pooled[i]
		turns := time.Duration(len(p.server))
		more := time.Duration(len(s.server))
		p.cpu = (p.cpu*turns + s.cpu*more) / max(1, turns+more)
		p.server, p.other = append(p.server, s.server...), append(p.other, s.other...)
	}
	for _, s := range all {
		if s.peer == "echo" {
			add(s, s.stroke)
		}
	}
	for _, s := range all {
		if s.peer == "echo" {
			add(s, "all")
		}
	}
	return pooled
}

// peersTable has a row for each series beside another server.
func peersTable(all []*series) table {
	t := table{{"text", "stroke", "peer", "p50", "peer p50", "times"}}
	for _, s := range all {
		if s.peer != "echo" {
			t.add(s.form.String(), s.stroke, s.peer, ms(s.server.p50()), ms(s.other.p50()),
				fmt.Sprintf("%.0f", float64(s.other.p50())/float64(s.server.p50())))
		}
	}
	return t
}

// timesTen returns the ratio of the time of a stroke in 100 MB to that in 10 MB, "" if
// it is not known.
func (s *series) timesTen(all []*series) string {
	want := *s
	want.megabytes = 10
	for _, other := range all {
		if s.megabytes == 100 && other.String() == want.String() {
			return fmt.Sprintf("%.1f", float64(s.server.p50())/float64(other.server.p50()))
		}
	}
	return ""
}

// figuresTable has a row for each figure, in milliseconds.
func figuresTable(all []*figure) table {
	t := table{{"what", "turns", "least", "p50", "most", "echo p50", "beyond p50", ""}}
	for _, f := range all {
		echo, beyond := "", ""
		if len(f.echo) > 0 {
			echo, beyond = ms(f.echo.p50()), ms(f.server.p50()-f.echo.p50())
		}
		t.add(f.name, fmt.Sprint(len(f.server)), ms(f.server.quantile(0)), ms(f.server.p50()), ms(f.server.quantile(100)), echo, beyond, f.note)
	}
	return t
}

// usesTable has a row for the memory of each process.
func usesTable(all []use) table {
	t := table{{"what", "after 5 s", "at most"}}
	for _, u := range all {
		settled := ""
		if u.resident > 0 {
			settled = mb(u.resident)
		}
		t.add(u.name, settled, mb(u.most))
	}
	return t
}

// ms returns a time in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

// mb returns bytes in MB.
func mb(bytes int) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }
