// Command speed measures the built server over its standard input and output, as an
// editor sees it, and prints one table: what keys, opening, starting and memory cost.
//
//	go run ./internal/test/speed -size 10 -before /path/to/an/older/forge-lsp
//
// Absolute times of two runs on a machine differ by 20 % and more. So two servers, an older
// one and the current one, take turns in the same run. A failure ends it, with the table so far.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// settings are the flags, and what was measured.
type settings struct {
	forms    []form
	only     *regexp.Regexp
	rounds   int
	programs []program // the server before, if there is one, and the server
	rows     []*row
}

// A program is a server to measure.
type program struct{ name, path string }

func main() {
	defer func() {
		if why := recover(); why != nil {
			fmt.Fprintln(os.Stderr, "speed:", why)
			os.Exit(1)
		}
	}()
	s := readSettings()
	defer s.print()
	s.starts()
	for _, f := range s.forms {
		s.opens(f)
		s.keys(f)
	}
	for _, f := range s.forms {
		s.memory(f)
	}
}

// must ends the run if there is an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func readSettings() *settings {
	s := &settings{}
	sizes := flag.String("size", "10,100", "sizes of the texts in `MB`")
	only := flag.String("only", "", "only what this `regexp` matches, such as 'keys/10MB/reply/1%/letter'")
	before := flag.String("before", "", "also measure this `binary`, an older one of the server")
	flag.IntVar(&s.rounds, "rounds", 50, "how often each key is typed and deleted at each place")
	flag.Parse()
	for size := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(size)
		must(err)
		s.forms = append(s.forms, form{n, ".reply", 1}, form{n, ".reply", 35}, form{n, ".md", 1}, form{n, ".md", 35})
	}
	var err error
	s.only, err = regexp.Compile(*only)
	must(err)
	if *before != "" {
		s.programs = append(s.programs, program{"before", *before})
	}
	s.programs = append(s.programs, program{"now", build()})
	return s
}

// build builds the server as make build does, and returns the binary's path.
func build() string {
	server, err := filepath.Abs(filepath.Join("bin", "forge-lsp"))
	must(err)
	cmd := exec.Command("go", "build", "-trimpath", "-o", server, "./cmd/forge-lsp")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	must(cmd.Run())
	return server
}

// A row of the table is one thing that was measured, by program.
type row struct {
	name string
	by   []measured
}

// measured are the figures of a program: the times of its turns, with the CPU time of all threads for all of
// them, or a number of bytes.
type measured struct {
	took  []time.Duration
	cpu   time.Duration
	bytes int
}

// wants returns a new row of the table, or nil if it is not to be measured.
func (s *settings) wants(name string) *row {
	if !s.only.MatchString(name) {
		return nil
	}
	fmt.Fprintln(os.Stderr, name)
	r := &row{name: name, by: make([]measured, len(s.programs))}
	s.rows = append(s.rows, r)
	return r
}

// cells returns the median, the 99th percentile and the mean CPU time of a turn, in milliseconds.
func (m measured) cells() []string {
	if m.bytes > 0 {
		return []string{fmt.Sprintf("%.1f MB", float64(m.bytes)/(1<<20)), "", ""}
	}
	ms := func(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }
	n := len(m.took)
	if n == 0 {
		return []string{"", "", ""}
	}
	sorted := slices.Sorted(slices.Values(m.took))
	return []string{ms(sorted[(n-1)/2]), ms(sorted[(n*99+99)/100-1]), ms(m.cpu / time.Duration(n))}
}

// print prints the table in Markdown.
func (s *settings) print() {
	header := []string{"", "turns"}
	for _, p := range s.programs {
		header = append(header, p.name+" p50", "p99", "cpu")
	}
	aligned := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
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
