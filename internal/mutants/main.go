package main

import (
	"cmp"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

//go:embed accepted.txt
var acceptedText string

// slack allows for other load on the machine, which must not stop a mutant.
const slack = 10 * time.Second

// settings are the flags.
type settings struct {
	seed, mutants int
	only          *regexp.Regexp
	list          bool
	patterns      []string
	accepted      []*acceptance
}

func main() {
	var s settings
	flag.IntVar(&s.seed, "seed", 1, "draw by this `number`")
	flag.IntVar(&s.mutants, "mutants", 30, "how many `mutants` of each package are run; 0 is all")
	only := flag.String("only", "", "of these only those whose file:line matches this `regexp`")
	flag.BoolVar(&s.list, "list", false, "print what is drawn and run nothing")
	flag.Parse()
	s.patterns = flag.Args()
	var err error
	if s.only, err = regexp.Compile(*only); err == nil {
		if s.accepted, err = readAccepted(acceptedText); err == nil {
			err = s.run(os.Stdout)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func (s *settings) run(out io.Writer) error {
	packages, err := load(".", s.patterns)
	if err != nil {
		return err
	}
	var results []*result
	for _, p := range packages {
		accept(s.accepted, p, p.mutants) // which of them the list still has
		drawn := slices.DeleteFunc(p.draw(s.seed, s.mutants), func(m *mutant) bool { return !s.only.MatchString(m.place()) })
		if s.list {
			for _, m := range drawn {
				m.print(out)
			}
			continue
		}
		rest := accept(s.accepted, p, drawn)
		r, err := p.run(rest, slack, func(m *mutant) {
			m.print(out)
			if !m.reached {
				fmt.Fprintln(out, "\t(no test reaches it, or none with values for which it differs)")
			}
		})
		if err != nil {
			return err
		}
		r.accepted = len(drawn) - len(rest)
		results = append(results, r)
		fmt.Fprintf(out, "# %s: %d of %d killed\n\n", p.path, r.killed, len(rest))
	}
	if !s.list {
		table(out, results)
	}
	return s.stale(packages)
}

// stale is the error that the list of accepted survivors contains some that are no longer
// mutants of their packages.
func (s *settings) stale(packages []*pkg) error {
	var all error
	for _, a := range s.accepted {
		ours := slices.ContainsFunc(packages, func(p *pkg) bool { return p.path == a.pkg })
		if ours && !a.used {
			all = errors.Join(all, fmt.Errorf("accepted.txt: package %s has no such mutant in %s (anymore):\n- %s\n+ %s", a.pkg, cmp.Or(a.in, "a file"), a.before, a.after))
		}
	}
	return all
}

// table prints the results.
func table(out io.Writer, results []*result) {
	fmt.Fprintf(out, "%-28s %8s %8s %8s %8s %8s %8s %8s\n",
		"package", "mutants", "invalid", "accepted", "killed", "stopped", "survived", "killed %")
	total := &result{pkg: &pkg{path: "all"}}
	for _, r := range results {
		row(out, r)
		total.pkg.found += r.pkg.found
		total.pkg.unfit += r.pkg.unfit
		total.accepted += r.accepted
		total.killed += r.killed
		total.stopped += r.stopped
		total.survived = append(total.survived, r.survived...)
	}
	if len(results) > 1 {
		row(out, total)
	}
}

func row(out io.Writer, r *result) {
	fmt.Fprintf(out, "%-28s %8d %8d %8d %8d %8d %8d %8.0f\n",
		r.pkg.path, r.pkg.found, r.pkg.unfit, r.accepted, r.killed, r.stopped, len(r.survived), r.percent())
}

// place is where a mutant is, "folder/file.go:12", relative to where the program runs.
func (m *mutant) place() string {
	name := m.file.name
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, name); err == nil && !strings.HasPrefix(rel, "..") {
			name = filepath.ToSlash(rel)
		}
	}
	return fmt.Sprintf("%s:%d", name, m.file.line(m.start))
}

func (m *mutant) print(out io.Writer) {
	before, after := m.lines()
	fmt.Fprintf(out, "%s: %s in %s\n\t- %s\n\t+ %s\n", m.place(), m.kind, cmp.Or(m.in, "the file"), before, after)
}
