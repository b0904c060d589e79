package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// settings are the flags.
type settings struct {
	sizes    []int
	kind     string
	only     *regexp.Regexp
	rounds   int
	chains   int
	edits    int
	markdown bool
	lints    bool
	trees    string // the folder in which trees are kept
	server   string // the built binary
	self     string // this program
	modules  string // a folder in which npm has installed the peers

	// The measurements.
	measured []*series
	figures  []*figure
	uses     []use
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "echo" {
		if err := echo(); err != nil {
			fail(err)
		}
		return
	}
	s, err := readSettings()
	if err == nil {
		err = s.run()
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "speed:", err)
	os.Exit(1)
}

func readSettings() (*settings, error) {
	sizes := flag.String("size", "1,10,100", "sizes of the texts in `MB`")
	kind := flag.String("kind", "", "only texts of this `kind`: reply or markdown")
	only := flag.String("only", "", "only what this `regexp` matches, such as 10MB/reply/1%/closed/push/letter")
	s := &settings{}
	flag.IntVar(&s.rounds, "rounds", 50, "how often each stroke is typed and deleted")
	flag.IntVar(&s.chains, "chains", 20, "chains of edits that are verified per text and client; a larger text has that many by its `MB`")
	flag.IntVar(&s.edits, "edits", 40, "edits of a chain")
	flag.BoolVar(&s.markdown, "markdown", false, "print tables for docs/performance.md")
	flag.BoolVar(&s.lints, "check", false, "measure the command check beside linters, and not the server")
	flag.StringVar(&s.trees, "trees", "", "with -check, keep the trees in this `folder`, and use those that are there")
	flag.StringVar(&s.modules, "peers", "", "also run vscode-html and biome from the npm `folder`")
	flag.StringVar(&s.server, "server", "", "measure this `binary` instead of building one")
	flag.Parse()
	for size := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 || n > 500 {
			return nil, fmt.Errorf("-size %s: a size is from 1 to 500", *sizes)
		}
		s.sizes = append(s.sizes, n)
	}
	switch *kind {
	case "", "reply", "markdown":
		s.kind = *kind
	default:
		return nil, fmt.Errorf("-kind %s: a kind is reply or markdown", *kind)
	}
	var err error
	if s.only, err = regexp.Compile(*only); err != nil {
		return nil, err
	}
	if s.self, err = os.Executable(); err != nil {
		return nil, err
	}
	if s.server != "" {
		s.server, err = filepath.Abs(s.server)
		return s, err
	}
	return s, s.build()
}

// build builds the server as make build does.
func (s *settings) build() error {
	dir, err := filepath.Abs("bin")
	if err != nil {
		return err
	}
	s.server = filepath.Join(dir, "forge-lsp")
	cmd := exec.Command("go", "build", "-trimpath", "-o", s.server, "./cmd/forge-lsp")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

// forms returns the texts to measure.
func (s *settings) forms() []form {
	var forms []form
	for _, size := range s.sizes {
		for _, markdown := range []bool{false, true} {
			if s.kind == "reply" && markdown || s.kind == "markdown" && !markdown {
				continue
			}
			for _, defects := range []int{1, 35} {
				for _, th := range []thinking{closed, openEnd, openStart} {
					forms = append(forms, form{size, markdown, defects, th})
				}
			}
		}
	}
	return forms
}

func (s *settings) run() error {
	if s.lints {
		return s.lintTrees()
	}
	err := errors.Join(s.starts(), s.overStdio(), s.memories(s.plain(10, 100)))
	for _, f := range s.plain(100) {
		err = errors.Join(err, s.checks(f))
	}
	err = errors.Join(err, s.comparePeers())
	tables := []table{
		summaryTable(s.measured), peersTable(s.measured), figuresTable(s.figures), usesTable(s.uses),
	}
	if !s.markdown {
		tables = append([]table{strokesTable(s.measured)}, tables...)
	}
	for _, t := range tables {
		t.print(os.Stdout, s.markdown)
	}
	return err
}

// overStdio measures what a client observes for an open document.
func (s *settings) overStdio() error {
	var failed []error
	for _, f := range s.forms() {
		for _, ch := range []channel{push, pull, refresh} {
			// Open documents are the same for all clients: one kind is sufficient.
			if f.thinking == closed || ch == push {
				failed = append(failed, s.keystrokes(f, ch))
			}
		}
	}
	for _, f := range s.plain(10, 100) {
		failed = append(failed, s.opens(f))
	}
	for _, f := range s.plain(10) {
		for _, ch := range []channel{push, pull, refresh} {
			failed = append(failed, s.bursts(f, ch))
		}
	}
	for _, f := range s.plain(10, 100) {
		failed = append(failed, s.requests(f))
	}
	for _, f := range s.plain(10, 100) {
		for _, resolves := range []bool{true, false} {
			failed = append(failed, s.actions(f, resolves))
		}
	}
	return errors.Join(failed...)
}

// plain returns the forms of the sizes in which all <thinking> elements are closed.
func (s *settings) plain(sizes ...int) []form {
	return slices.DeleteFunc(s.forms(), func(f form) bool {
		return f.thinking != closed || !slices.Contains(sizes, f.megabytes)
	})
}

// progress reports what is being measured.
func (s *settings) progress(what string) { fmt.Fprintln(os.Stderr, what) }
