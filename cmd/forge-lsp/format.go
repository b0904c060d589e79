package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A format is an output format of check other than text.
type format struct {
	name string
	// fixes is whether findings have their fixes, places whether these have lines and columns,
	// and keys whether findings have keys.
	fixes, places, keys bool
	// line writes a finding; nil for a format that is written after all files have been
	// read.
	line func(c *checker) func(b *strings.Builder, path string, f *finding)
	// calls writes calls in place of findings.
	calls func(path string, d *diagnostics.Document, index *lineIndex, k kept) []string
	// finish writes the part after the last file, or everything.
	finish func(c *checker) error
}

// formats are the formats of check that inspect does not have.
var formats = []format{
	{name: "concise", line: (*checker).concise, finish: func(c *checker) error { c.summarize(); return nil }},
	{name: "jsonl", fixes: true, line: (*checker).jsonLine, finish: (*checker).finishJSONLines},
	{name: "github", line: (*checker).github},
	{name: "gitlab", keys: true, finish: (*checker).gitlab},
	{name: "junit", finish: (*checker).junit},
	{name: "sarif", fixes: true, places: true, keys: true, finish: (*checker).sarif},
	{name: "agent", calls: corrections},
}

func formatNames() []string {
	var names []string
	for i := range formats {
		names = append(names, formats[i].name)
	}
	return names
}

// chosen returns the format, nil for text and JSON.
func (c *checker) chosen() *format {
	for i := range formats {
		if formats[i].name == c.format.value {
			return &formats[i]
		}
	}
	return nil
}

// reportOf describes the findings in a file, or in a piece of it.
func (c *checker) reportOf(src *workspace.Source, d *diagnostics.Document, at place, want wanted) report {
	want.kept = c.kept(d)
	if c.baseline == nil || !slices.Contains(want.kept, true) {
		return newReport(src.Path, d, at, c.style, want)
	}
	keys := keysOf(d)
	return report{late: func() report {
		known := c.baseline.take(src.Path, d, keys, want.kept)
		r := newReport(src.Path, d, at, c.style, want)
		r.known = known
		return r
	}}
}

// wants returns the required parts of a report about a file.
func (c *checker) wants(src *workspace.Source) wanted {
	want := wanted{all: c.failOn.value == "hint", stats: c.statistics}
	f := c.chosen()
	switch {
	case c.diff || c.fixOnly:
	case f == nil:
		want.json = c.format.value == "json"
		want.text = !want.json && !c.statistics
		want.fixable = !want.json
		want.doubts = !src.Compressed && src.Archived == ""
	default:
		want.json, want.places, want.keys, want.calls = f.fixes, f.places, f.keys, f.calls
		want.plain = f.line == nil && f.calls == nil
		if f.line != nil {
			want.line = f.line(c)
		}
		want.fixable = f.name == "concise"
	}
	want.fixable = want.fixable && !c.fix && !src.Compressed && src.Archived == ""
	want.fixes = c.keepsFixes()
	return want
}

// concise returns a function that writes a finding on one line.
func (c *checker) concise() func(b *strings.Builder, path string, f *finding) {
	return func(b *strings.Builder, path string, f *finding) {
		writeHead(b, foreign.Line(path), f.Start, severityOf(f.Severity), f.Code, f.Message, f.Intended, &c.style)
		b.WriteByte('\n')
	}
}

// relative returns a path in the form for services that show a report beside the files
// of a repository: relative to the working directory, which is the repository's in CI.
func relative(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		if below, err := filepath.Rel(absolute("."), path); err == nil && filepath.IsLocal(below) {
			path = below
		}
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// told returns the message and the notes of a finding as sentences, for formats that have one
// text for both.
func (f *finding) told() string {
	text := f.Message
	for _, note := range f.Notes {
		if !strings.HasSuffix(text, "?") {
			text += "."
		}
		text += " " + note
	}
	return text
}

// place formats the start of a finding.
func (f *finding) place(path string) string {
	return fmt.Sprintf("%s:%d:%d", foreign.Line(path), f.Start.Line, f.Start.Column)
}
