package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/cli/rewrite"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A baseline is the set of findings that existed before and are accepted. Findings are
// identified by their keys rather than their places, so a call can be moved; editing a call
// reveals all of its findings.
type baseline struct {
	file    string
	writes  bool // whether the findings become the baseline
	entries map[baselinePlace]*baselineEntry
	open    map[string][]*baselineEntry // by key, those that may have findings left
	checked map[string]bool             // paths in the form of the entries
}

// A baselinePlace is the key of findings, and their file.
type baselinePlace struct{ key, path string }

// baselineFile is the file of a baseline.
type baselineFile struct {
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

// A baselineEntry is the findings with one key in one file.
type baselineEntry struct {
	Key  string `json:"key"`
	Rule string `json:"rule"`
	// Path was their file when the baseline was written, relative to the baseline's
	// folder. It is for people, and to determine what is fixed.
	Path  string `json:"path"`
	Text  string `json:"text"` // the line of the first of them
	Count int    `json:"count"`

	left int // the part of Count that was not found yet
}

func (f *checkFlags) addBaseline(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.baselineFile, "baseline", "", "do not report the findings in `file`, which --write-baseline wrote")
	cmd.Flags().StringVar(&f.writeBaseline, "write-baseline", "", "write the findings to `file` instead of reporting them")
}

// readBaseline returns the baseline named by the flags, or nil.
func (f *checkFlags) readBaseline(cmd *cobra.Command) (*baseline, error) {
	b := &baseline{file: f.baselineFile, entries: map[baselinePlace]*baselineEntry{}, open: map[string][]*baselineEntry{}, checked: map[string]bool{}}
	switch {
	case f.baselineFile != "" && f.writeBaseline != "":
		return nil, cli.Usagef(cmd, "--baseline cannot be combined with --write-baseline, which writes all findings")
	case f.writeBaseline != "":
		b.file, b.writes = f.writeBaseline, true
		return b, nil
	case f.baselineFile == "":
		return nil, nil
	}
	content, err := readText(b.file)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	// The version first: in another version the findings may have any form.
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal([]byte(content), &head); err != nil {
		return nil, fmt.Errorf("%s is not a baseline: %w", filepath.ToSlash(b.file), err)
	}
	if head.Version != cli.JSONVersion {
		return nil, fmt.Errorf("%s is not a baseline of this version: expected version %d, found %d", filepath.ToSlash(b.file), cli.JSONVersion, head.Version)
	}
	var read baselineFile
	if err := json.Unmarshal([]byte(content), &read); err != nil {
		return nil, fmt.Errorf("%s is not a baseline: %w", filepath.ToSlash(b.file), err)
	}
	for i := range read.Findings {
		b.add(&read.Findings[i])
	}
	return b, nil
}

// add adds an entry of the file. A file can have any number of entries with one key.
func (b *baseline) add(e *baselineEntry) {
	if e.Count <= 0 {
		return
	}
	at := baselinePlace{e.Key, e.Path}
	if same := b.entries[at]; same != nil {
		same.Count += min(e.Count, math.MaxInt-same.Count)
		same.left = same.Count
		return
	}
	e.left = e.Count
	b.entries[at] = e
	b.open[e.Key] = append(b.open[e.Key], e)
}

// take removes findings from the kept ones of a file, or of a piece of it, that are in the
// baseline, and returns their number. Each finding of the baseline is used once.
func (b *baseline) take(path string, d *diagnostics.Document, key func(*diagnostics.Placed) report.Key, k report.Kept) (known int) {
	path = b.relative(path)
	var index *cli.LineIndex
	i := -1
	for p := range d.Diagnostics() {
		if i++; !k[i] {
			continue
		}
		if b.writes {
			if index == nil {
				index = cli.IndexOf(d.Text())
			}
			b.accept(key(&p).String(), path, &p, index)
		} else if e := b.find(key(&p).String(), path); e != nil {
			e.left--
		} else {
			continue
		}
		k[i] = false
		known++
	}
	return known
}

// see records that a file was checked. A nil baseline records nothing.
func (b *baseline) see(path string) {
	if b != nil {
		b.checked[b.relative(path)] = true
	}
}

// find returns an entry with remaining findings that may be that of the file.
func (b *baseline) find(key, path string) *baselineEntry {
	if e := b.entries[baselinePlace{key, path}]; e != nil && e.left > 0 {
		return e
	}
	list := b.open[key]
	for len(list) > 0 && list[0].left <= 0 {
		list = list[1:]
	}
	b.open[key] = list
	if len(list) > 0 {
		return list[0]
	}
	return nil
}

// accept adds a finding to the baseline.
func (b *baseline) accept(key, path string, p *diagnostics.Placed, index *cli.LineIndex) {
	at := baselinePlace{key, path}
	if e := b.entries[at]; e != nil {
		e.Count++
		return
	}
	line := index.LineAt(p.Place(p.Span).Start)
	text := report.KeyTextOf(index.Text[line.Start:line.End])
	b.entries[at] = &baselineEntry{Key: key, Rule: p.Code, Path: path, Text: term.Cut(text, term.DefaultWidth), Count: 1}
}

// relative returns a path relative to the folder of the baseline, so that the file is the
// same wherever the command runs.
func (b *baseline) relative(path string) string {
	if path != workspace.Stdin {
		if below, err := filepath.Rel(filepath.Dir(cli.Absolute(b.file)), cli.Absolute(path)); err == nil {
			path = below
		}
	}
	return filepath.ToSlash(path)
}

// write writes the file, as --fix does if it already exists.
func (b *baseline) write() (entries int, err error) {
	all := []baselineEntry{}
	for _, e := range b.entries {
		all = append(all, *e)
		entries += e.Count
	}
	slices.SortFunc(all, byPath)
	// A line each, so that two branches can change it.
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\"version\": %d, \"findings\": [", cli.JSONVersion)
	for i := range all {
		separator := ",\n"
		if i == 0 {
			separator = "\n"
		}
		text.WriteString(separator)
		if err := cli.WriteJSON(&text, &all[i]); err != nil {
			return 0, err
		}
		text.Truncate(text.Len() - 1) // the end of the line
	}
	text.WriteString("\n]}\n")
	if _, err := os.Lstat(b.file); errors.Is(err, fs.ErrNotExist) {
		return entries, rewrite.WriteNew(b.file, text.String())
	}
	old, err := readText(b.file)
	if err == nil && old != text.String() {
		err = rewrite.Replace(b.file, old, text.String())
	}
	return entries, err
}

func byPath(x, y baselineEntry) int {
	return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Key, y.Key))
}

// readText returns the text of a named file.
func readText(name string) (string, error) {
	src := workspace.Source{Path: filepath.ToSlash(name), File: name}
	return src.Read(nil)
}

// fixed returns the findings of the baseline that were not found, although their file was
// checked, or is gone from a folder that was.
func (b *baseline) fixed(args []string) (all []baselineEntry) {
	for _, e := range b.entries {
		if e.left > 0 && (b.checked[e.Path] || b.gone(e.Path, args)) {
			all = append(all, *e)
		}
	}
	slices.SortFunc(all, byPath)
	return all
}

// gone reports whether a file no longer exists in one of the named folders.
func (b *baseline) gone(path string, args []string) bool {
	full := filepath.Join(filepath.Dir(cli.Absolute(b.file)), filepath.FromSlash(path))
	if _, err := os.Lstat(full); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		below, err := filepath.Rel(cli.Absolute(arg), full)
		return err == nil && filepath.IsLocal(below)
	})
}

// described lists the remaining findings: "padded-value", "2 padded-value".
func (e *baselineEntry) described() string {
	if e.left == 1 {
		return foreign.Line(e.Rule)
	}
	return fmt.Sprintf("%s %s", thousands.Separate(e.left), foreign.Line(e.Rule))
}

// finishBaseline writes the baseline, or lists what can be removed from it.
func (c *checker) finishBaseline(args []string) error {
	b := c.baseline
	switch {
	case b == nil:
		return nil
	case b.writes:
		n, err := b.write()
		if err == nil && !c.quiet {
			fmt.Fprintf(c.stderr, "forge-lsp: wrote %s: %s\n", foreign.Line(filepath.ToSlash(b.file)), thousands.Count(n, "finding"))
		}
		return err
	case c.quiet || c.rules != nil || c.minSeverity.Value != "hint" || c.total.Failed: // some were not searched for
		return nil
	}
	fixed := b.fixed(args)
	const most = 20
	for i, e := range fixed {
		if i == most {
			fmt.Fprintf(c.stderr, "forge-lsp: %s: and %s more\n", foreign.Line(filepath.ToSlash(b.file)), thousands.Separate(len(fixed)-most))
			break
		}
		fmt.Fprintf(c.stderr, "forge-lsp: %s: fixed, and can be removed: %s in %s (%s)\n",
			foreign.Line(filepath.ToSlash(b.file)), e.described(), foreign.Line(e.Path), foreign.Line(e.Text))
	}
	if len(fixed) > 0 {
		fmt.Fprintf(c.stderr, "forge-lsp: run with --write-baseline %s to remove them\n", foreign.Line(filepath.ToSlash(b.file)))
	}
	return nil
}
