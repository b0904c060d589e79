package main

import (
	"errors"
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
	err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run() error {
	s, err := readSettings()
	if err != nil {
		return err
	}
	failed := []error{s.starts()}
	for _, f := range s.forms() {
		failed = append(failed, s.opens(f), s.keys(f, push), s.keys(f, pull))
	}
	failed = append(failed, s.files(), s.memories(), s.formatted())
	s.print(os.Stdout)
	return errors.Join(failed...)
}

func readSettings() (*settings, error) {
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
			return nil, fmt.Errorf("-size %s: a size is from 1 to 500", *sizes)
		}
		s.sizes = append(s.sizes, n)
	}
	var err error
	if s.only, err = regexp.Compile(*only); err != nil {
		return nil, err
	}
	if *server == "" {
		if *server, err = build(); err != nil {
			return nil, err
		}
	}
	if *before != "" {
		s.programs = append(s.programs, program{"before", *before})
	}
	s.programs = append(s.programs, program{"now", *server})
	return s, nil
}

// build builds the server as make build does, and returns the binary's path.
func build() (string, error) {
	server, err := filepath.Abs(filepath.Join("bin", "forge-lsp"))
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", server, "./cmd/forge-lsp")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return server, cmd.Run()
}

// forms returns the texts to measure.
func (s *settings) forms() []form {
	var forms []form
	for _, size := range s.sizes {
		for _, markdown := range []bool{false, true} {
			for _, defects := range []int{1, 35} {
				forms = append(forms, form{size, markdown, defects})
			}
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
