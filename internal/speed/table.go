package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// printStrokes prints a line for each series: the times of the server, those of the
// echo server, and what the server takes beyond it.
func printStrokes(w io.Writer, all []*series) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "text\tclient\tstroke\twhere\tp50\tp99\techo p50\tp99\tbeyond p50\tp99\tcpu\tx 10 MB\t")
	for _, s := range all {
		ratio := ""
		if ten := s.tenth(all); ten != nil {
			ratio = fmt.Sprintf("%.1f", float64(s.server.p50())/float64(ten.server.p50()))
		}
		fmt.Fprintf(t, "%v\t%v\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", s.form, s.channel, s.stroke, s.where,
			ms(s.server.p50()), ms(s.server.p99()), ms(s.echo.p50()), ms(s.echo.p99()),
			ms(s.server.p50()-s.echo.p50()), ms(s.server.p99()-s.echo.p99()), ms(s.cpu), ratio)
	}
	t.Flush()
}

// tenth returns the same series for the text of 10 MB, if this one is for 100 MB.
func (s *series) tenth(all []*series) *series {
	want := *s
	want.megabytes = 10
	for _, other := range all {
		if s.megabytes == 100 && other.String() == want.String() {
			return other
		}
	}
	return nil
}

// ms returns a time in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }
