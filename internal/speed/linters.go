package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A linter is a command to be measured on the files of a tree.
type linter struct {
	name    string
	kind    string // of the files: the folder that it runs in
	command []string
	before  []string // commands to run once, before
	rounds  int      // 0 for the default
	part    string   // the folder in it that is measured, "" for the whole tree
}

// linters returns the commands to measure on a tree. Commands other than the program itself are
// omitted if they are not installed.
func (s *settings) linters(t *tree) ([]linter, error) {
	kind, all := "md", []string{"."}
	if t.lines {
		kind, all = "jsonl", []string{"transcript.jsonl"}
	}
	check := append([]string{s.server, "check", "--exit-zero", "--quiet", "--cache-dir", filepath.Join(t.dir, "caches")}, all...)
	list := []linter{
		{name: "forge-lsp check --no-cache", kind: kind, command: append([]string{s.server, "check", "--exit-zero", "--quiet", "--no-cache"}, all...)},
		{name: "forge-lsp check, all cached", kind: kind, command: check, before: check},
		{name: "grep -rc '<tool>'", kind: kind, command: []string{"grep", "-rc", "<tool>", "."}},
		{name: "rg -c '<tool>'", kind: kind, command: []string{"rg", "-c", "<tool>"}},
		{name: "git status", kind: kind, command: []string{"git", "status", "--short"}},
	}
	if t.lines || s.modules == "" {
		return list, nil
	}
	var pages []string
	err := filepath.WalkDir(filepath.Join(t.dir, "xml"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			pages = append(pages, strings.TrimPrefix(path, filepath.Join(t.dir, "xml")+string(filepath.Separator)))
		}
		return err
	})
	modules := filepath.Join(s.modules, "node_modules")
	// The program itself, not the wrapper that starts it with Node.
	biome, globErr := filepath.Glob(filepath.Join(modules, "@biomejs", "cli-*", "biome"))
	if err := errors.Join(err, globErr); err != nil || len(biome) == 0 {
		return nil, fmt.Errorf("-peers %s: biome is not there: %w", s.modules, err)
	}
	configuration := filepath.Join(t.dir, "json", "biome.json")
	if err := os.WriteFile(configuration, []byte(`{"files":{"maxSize":1073741824}}`), 0o600); err != nil {
		return nil, err
	}
	part := ""
	if t.files > 1000 { // the whole tree would take a quarter of an hour
		part = "part-00"
	}
	return append(list,
		linter{name: "biome lint (JSON)", kind: "json", command: []string{biome[0], "lint", "--max-diagnostics=20", "."}},
		linter{name: "xmllint --noout (XML)", kind: "xml", command: append([]string{"xmllint", "--noout"}, pages...)},
		linter{name: "markdownlint-cli2", kind: "md", command: []string{filepath.Join(modules, ".bin", "markdownlint-cli2"), "**/*.md"}, rounds: 1, part: part},
	), nil
}

// A timing is the measurement of a linter on a tree.
type timing struct {
	*tree
	linter
	bytes      int // of the files
	wall, busy sample
	most       int // bytes of memory
}

// lintTrees measures the linters on the trees, in turns.
func (s *settings) lintTrees() error {
	root := s.trees
	if root == "" {
		var err error
		if root, err = os.MkdirTemp("", "speed-*"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(root) }()
	}
	for i, t := range trees() {
		if !s.only.MatchString(t.name) {
			continue
		}
		s.progress("writing " + t.name)
		t.dir = filepath.Join(root, fmt.Sprint(i))
		if _, err := os.Stat(t.dir); err != nil {
			if err := t.write(); err != nil {
				return err
			}
			time.Sleep(3 * time.Second) // so that no file is so new that a cache distrusts it
		}
		list, err := s.linters(t)
		if err != nil {
			return err
		}
		timings := make([]*timing, len(list))
		for k, l := range list {
			timings[k] = &timing{tree: t, linter: l}
			if err := timings[k].prepare(); err != nil {
				return err
			}
		}
		for round := range s.rounds {
			for _, m := range timings {
				if m.rounds > 0 && round >= m.rounds {
					continue
				}
				s.progress(fmt.Sprintf("%s, %s, %d of %d", t.name, m.linter.name, round+1, s.rounds))
				if err := m.run(); err != nil {
					return err
				}
			}
		}
		lintersTable(timings).print(os.Stdout, s.markdown)
	}
	return nil
}

// prepare reads the files into the page cache, and runs the command's setup.
func (m *timing) prepare() error {
	dir := m.folder()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			if d != nil && d.Name() == ".git" {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		m.bytes += len(text)
		return err
	})
	if err != nil {
		return err
	}
	steps := [][]string{m.before}
	if _, err := os.Stat(filepath.Join(dir, ".git")); m.linter.name == "git status" && err != nil {
		// If the index is written again after a while, no file in it is racy.
		steps = [][]string{{"git", "init", "-q"}, {"git", "add", "."}, {"sleep", "3"}, {"git", "update-index", "--refresh"}}
	}
	for _, step := range steps {
		if len(step) == 0 {
			continue
		}
		cmd := exec.Command(step[0], step[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %.1000s", step[0], err, out)
		}
	}
	return nil
}

// folder returns the folder that the command runs in.
func (m *timing) folder() string { return filepath.Join(m.dir, m.kind, m.linter.part) }

func (m *timing) run() error {
	r, err := runIn(m.folder(), m.command[0], m.command[1:]...)
	if err != nil {
		return err
	}
	m.wall, m.busy, m.most = append(m.wall, r.wall), append(m.busy, r.busy), max(m.most, r.most)
	return nil
}

// lintersTable has a row for each command, with the ratio of its time to that of the first,
// for the same number of bytes.
func lintersTable(all []*timing) table {
	t := table{{all[0].tree.name, "runs", "time", "processor time", "MB/s", "x time", "x processor", "memory"}}
	perByte := func(m *timing, s sample) float64 { return float64(s.p50()) / float64(max(m.bytes, 1)) }
	first := all[0]
	for _, m := range all {
		t.add(m.linter.name, fmt.Sprint(len(m.wall)), ms(m.wall.p50())+" ms", ms(m.busy.p50())+" ms",
			fmt.Sprintf("%.0f", 1e3/perByte(m, m.wall)),
			fmt.Sprintf("%.2f", perByte(m, m.wall)/perByte(first, first.wall)),
			fmt.Sprintf("%.2f", perByte(m, m.busy)/perByte(first, first.busy)), mb(m.most))
	}
	return t
}
