// Command speed measures the built server over its standard input and output, as an
// editor sees it, and prints one table: what keys, opening, starting and memory cost, and the memory of
// commands for a text that is all calls (-only worst -size 3,25,100).
//
//	go run ./internal/test/speed -size 10 -before /path/to/an/older/forge-lsp
//
// Absolute times of two runs on a machine differ by 20 % and more. So two servers, an older
// one and the current one, take turns in the same run. A failure ends it, with the table so far.
//
// The texts are generated deterministically: a call per kilobyte, a third of the
// contents in CDATA sections, and calls with defects in a known share.
//
// That the server knows the same after an edit as after opening the text is the business
// of TestEdits of lsp.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// settings are the flags, and what was measured.
type settings struct {
	sizes    []int
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
	defer s.print(os.Stdout)
	s.formatted() // first: Linux counts for a program the peak of the one that starts it
	s.starts()
	for _, f := range s.forms() {
		s.opens(f)
		s.keys(f, push)
		s.keys(f, pull)
	}
	s.files()
	s.memories()
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
	only := flag.String("only", "", "only what this `regexp` matches, such as 'keys/10MB/reply/1%/push/letter'")
	before := flag.String("before", "", "also measure this `binary`, an older one of the server")
	server := flag.String("server", "", "measure this `binary` instead of building one")
	flag.IntVar(&s.rounds, "rounds", 50, "how often each key is typed and deleted at each place")
	flag.Parse()
	for size := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 || n > 500 {
			panic(fmt.Sprintf("-size %s: a size is from 1 to 500", *sizes))
		}
		s.sizes = append(s.sizes, n)
	}
	var err error
	s.only, err = regexp.Compile(*only)
	must(err)
	if *server == "" {
		*server = build()
	}
	if *before != "" {
		s.programs = append(s.programs, program{"before", *before})
	}
	s.programs = append(s.programs, program{"now", *server})
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

// forms returns the texts to measure.
func (s *settings) forms() (forms []form) {
	for _, size := range s.sizes {
		for _, markdown := range []bool{false, true} {
			forms = append(forms, form{size, markdown, 1}, form{size, markdown, 35})
		}
	}
	return forms
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
