package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A baseline is the findings that existed before and are accepted: so many of a file with the same rule, tool and
// argument.
type baseline struct {
	file    string
	writes  bool // whether the findings become the baseline
	rows    map[baselineKey]*baselineRow
	moved   map[report.Key][]*baselineRow // those of files that are gone
	checked map[string]bool               // paths in the form of the rows
}

// A baselineKey is the key of findings, and their file relative to the folder of the baseline.
type baselineKey struct {
	report.Key
	Path string `json:"path"`
}

// A baselineRow is the findings with one key in one file.
type baselineRow struct {
	baselineKey
	Count int `json:"count"`
	left  int // the part of Count that was not found yet
}

// openBaseline returns the baseline of a file to read or to write; nil for neither.
func openBaseline(read, write string) (*baseline, error) {
	b := &baseline{
		file: read, rows: map[baselineKey]*baselineRow{}, moved: map[report.Key][]*baselineRow{}, checked: map[string]bool{},
	}
	switch {
	case write != "":
		b.file, b.writes = write, true
		return b, nil
	case read == "":
		return nil, nil
	}
	src := workspace.Source{Path: filepath.ToSlash(b.file), File: b.file}
	content, err := src.Read(nil)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	var all struct {
		Version  int
		Findings []baselineRow
	}
	err = json.Unmarshal([]byte(content), &all)
	switch name := filepath.ToSlash(b.file); {
	case all.Version != report.JSONVersion && (err == nil || all.Version > 0): // there the findings may have any form
		return nil, fmt.Errorf("%s is not a baseline of this version: expected version %d, found %d", name, report.JSONVersion, all.Version)
	case err != nil:
		return nil, fmt.Errorf("%s is not a baseline: %w", name, err)
	}
	for _, row := range all.Findings {
		b.accept(row.baselineKey, row.Count)
	}
	for _, row := range b.rows {
		if b.gone(row.Path) {
			b.moved[row.Key] = append(b.moved[row.Key], row)
		}
	}
	return b, nil
}

// accept adds findings to the baseline. A file can have any number of rows with one key.
func (b *baseline) accept(key baselineKey, n int) {
	row := b.rows[key]
	if row == nil {
		row = &baselineRow{baselineKey: key}
		b.rows[key] = row
	}
	row.Count += max(0, min(n, math.MaxInt-row.Count))
	row.left = row.Count
}

// take removes the findings of a file that are in the baseline. Each of the baseline is used once, and those of a file
// that is gone for any other file: it may have been renamed.
func (b *baseline) take(file *report.File) {
	if b == nil {
		return
	}
	path := b.relative(file.Path)
	b.checked[path] = true
	file.Findings = slices.DeleteFunc(file.Findings, func(f report.Finding) bool {
		key := baselineKey{f.Key(), path}
		if b.writes {
			b.accept(key, 1)
		} else if !use(b.rows[key]) && !slices.ContainsFunc(b.moved[key.Key], use) {
			return false
		}
		file.Known++
		return true
	})
}

// use uses one of the findings of a row, if any is left.
func use(row *baselineRow) bool {
	if row == nil || row.left <= 0 {
		return false
	}
	row.left--
	return true
}

// relative returns a path relative to the folder of the baseline, so that the file is the
// same wherever the command runs.
func (b *baseline) relative(path string) string {
	if path != workspace.Stdin {
		if below, err := filepath.Rel(filepath.Dir(absolute(b.file)), absolute(path)); err == nil {
			path = below
		}
	}
	return filepath.ToSlash(path)
}

// full is the inverse of relative.
func (b *baseline) full(path string) string {
	return filepath.Join(filepath.Dir(absolute(b.file)), filepath.FromSlash(path))
}

// gone reports whether there is no such file any more.
func (b *baseline) gone(path string) bool {
	_, err := os.Lstat(b.full(path))
	return path != workspace.Stdin && errors.Is(err, fs.ErrNotExist)
}

// write writes the file.
func (b *baseline) write() (findings int, err error) {
	// A line each, so that two branches can change it.
	var text strings.Builder
	fmt.Fprintf(&text, "{\"version\": %d, \"findings\": [", report.JSONVersion)
	separator := "\n"
	for _, row := range b.sorted(func(*baselineRow) bool { return true }) {
		findings += row.Count
		text.WriteString(separator + report.JSON(row))
		separator = ",\n"
	}
	text.WriteString("\n]}\n")
	return findings, cannotWrite("the baseline", os.WriteFile(b.file, []byte(text.String()), 0o666))
}

// sorted returns rows by path and key.
func (b *baseline) sorted(keep func(*baselineRow) bool) (rows []*baselineRow) {
	for _, row := range b.rows {
		if keep(row) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(x, y *baselineRow) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Argument, y.Argument))
	})
	return rows
}

// finishBaseline writes the baseline, or lists the findings that can be removed from it: those that were not found,
// although their file was checked, or is gone from a folder that was.
func (c *checker) finishBaseline(args []string) error {
	b := c.baseline
	switch {
	case b == nil:
		return nil
	case b.writes:
		n, err := b.write()
		if err == nil && !c.quiet {
			fmt.Fprintf(c.Stderr, "forge-lsp: wrote %s: %s\n", foreign.Line(filepath.ToSlash(b.file)), thousands.Count(n, "finding"))
		}
		return err
	case c.quiet || c.rules != nil || c.Failed: // some were not searched for
		return nil
	}
	fixed := b.sorted(func(row *baselineRow) bool {
		return row.left > 0 && (b.checked[row.Path] || b.gone(row.Path) && slices.ContainsFunc(args, func(arg string) bool {
			below, err := filepath.Rel(absolute(arg), b.full(row.Path))
			return err == nil && filepath.IsLocal(below)
		}))
	})
	for i, row := range fixed {
		if i == 20 {
			fmt.Fprintf(c.Stderr, "forge-lsp: %s: and %s more\n", foreign.Line(filepath.ToSlash(b.file)), thousands.Separate(len(fixed)-i))
			break
		}
		fmt.Fprintf(c.Stderr, "forge-lsp: %s: fixed, and can be removed: %s\n", foreign.Line(filepath.ToSlash(b.file)), row.described())
	}
	if len(fixed) > 0 {
		fmt.Fprintf(c.Stderr, "forge-lsp: run with --write-baseline %s to remove them\n", foreign.Line(filepath.ToSlash(b.file)))
	}
	return nil
}

// described lists what is left: "padded-value in a.md (read_file, path)", "2 padded-value in a.md".
func (row *baselineRow) described() string {
	text := row.Rule + " in " + row.Path
	if place := slices.DeleteFunc([]string{row.Tool, row.Argument}, func(s string) bool { return s == "" }); len(place) > 0 {
		text += " (" + strings.Join(place, ", ") + ")"
	}
	if row.left > 1 {
		text = thousands.Separate(row.left) + " " + text
	}
	return foreign.Line(text)
}
