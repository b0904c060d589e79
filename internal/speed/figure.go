package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// A figure is what was measured of something that is no keystroke.
type figure struct {
	name         string
	server, echo sample
	note         string
}

// printFigures prints a line for each figure, in milliseconds.
func printFigures(w io.Writer, all []*figure) {
	if len(all) == 0 {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "what\tturns\tleast\tp50\tmost\techo p50\tbeyond p50\t\t")
	for _, f := range all {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t\n", f.name, len(f.server),
			ms(f.server.quantile(0)), ms(f.server.p50()), ms(f.server.quantile(100)), ms(f.echo.p50()), ms(f.server.p50()-f.echo.p50()), f.note)
	}
	t.Flush()
}

// ms returns a time in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

// mb returns bytes in MB.
func mb(bytes int) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }

// wants returns a figure of a name, nil if it is not to be measured.
func (s *settings) wants(name string) *figure {
	if !s.only.MatchString(name) {
		return nil
	}
	s.progress(name)
	f := &figure{name: name}
	s.figures = append(s.figures, f)
	return f
}
