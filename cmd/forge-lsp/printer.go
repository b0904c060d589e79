package main

import (
	"bufio"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A printer writes what check reports in one of its formats.
type printer interface {
	// file adds to the report on a file, or on a piece of one, what the format shows of its
	// findings, of which there is at least one. It runs on several files concurrently.
	file(r *report, f *found)
	// finish writes what comes after the last file, or everything.
	finish(out *bufio.Writer, t *total) error
}

// printOptions are the flags of check that the output depends on.
type printOptions struct {
	format     string
	style      term.Style
	quiet      bool // without a summary
	statistics bool // in place of the findings; in JSON, in addition to them
	failOn     diagnostics.Severity
	done       string // what is done about findings: "fixed" or "suppressed"

	fix, fixOnly, unsafeFixes, diff bool
}

// formats are the formats of check that inspect does not have.
var formats = []string{"concise", "jsonl", "github", "gitlab", "junit", "sarif", "agent"}

func newPrinter(o *printOptions) printer {
	switch {
	case o.diff:
		return summaryPrinter{o.summarizeDiff}
	case o.fixOnly:
		return summaryPrinter{o.summarizeFixOnly}
	}
	switch o.format {
	case "json":
		return listPrinter{detail{fixes: true}, o.json}
	case "concise":
		return concisePrinter{o}
	case "jsonl":
		return linePrinter{detail{fixes: true}, jsonLine, finishJSONLines}
	case "github":
		return linePrinter{detail{}, githubLine, func(*bufio.Writer, *total) error { return nil }}
	case "gitlab":
		return listPrinter{detail{keys: true}, gitlab}
	case "junit":
		return listPrinter{detail{}, o.junit}
	case "sarif":
		return listPrinter{detail{fixes: true, places: true, keys: true}, sarifReport}
	case "agent":
		return agentPrinter{o}
	}
	return textPrinter{o}
}

// A listPrinter writes a format that is written after all files have been read.
type listPrinter struct {
	with  detail
	write func(out *bufio.Writer, t *total) error
}

func (p listPrinter) file(r *report, f *found) {
	r.file.Findings = slices.AppendSeq(make([]finding, 0, r.count), f.findings(p.with))
}

func (p listPrinter) finish(out *bufio.Writer, t *total) error { return p.write(out, t) }

// A linePrinter writes a line for each finding, as files are read.
type linePrinter struct {
	with detail
	line func(b *strings.Builder, path string, f *finding)
	end  func(out *bufio.Writer, t *total) error
}

func (p linePrinter) file(r *report, f *found)                 { r.text = f.lines(r.count, p.with, p.line) }
func (p linePrinter) finish(out *bufio.Writer, t *total) error { return p.end(out, t) }

// A concisePrinter writes a line for each finding, for people.
type concisePrinter struct{ *printOptions }

func (p concisePrinter) file(r *report, f *found) {
	r.countFixable(f)
	r.text = f.lines(r.count, detail{}, func(b *strings.Builder, path string, f *finding) {
		writeHead(b, foreign.Line(path), f.Start, severityOf(f.Severity), f.Code, f.Message, f.Intended, &p.style)
		b.WriteByte('\n')
	})
}

func (p concisePrinter) finish(out *bufio.Writer, t *total) error {
	p.summarize(out, t)
	return nil
}

// A textPrinter writes findings with their source lines, for people.
type textPrinter struct{ *printOptions }

func (p textPrinter) file(r *report, f *found) {
	r.countFixable(f)
	if !p.statistics {
		all := p.failOn == diagnostics.Hint || f.d.LevelSet("placeholder")
		r.text, r.hidden = textOf(f.path, f.d, f.kept, f.index, p.style, all, f.doubts && r.count <= maxProven)
	}
}

func (p textPrinter) finish(out *bufio.Writer, t *total) error {
	if p.statistics {
		out.WriteString(t.stats.text())
	}
	p.summarize(out, t)
	return nil
}

// A summaryPrinter writes only a summary.
type summaryPrinter struct {
	summarize func(out *bufio.Writer, t *total)
}

func (p summaryPrinter) file(*report, *found) {}

func (p summaryPrinter) finish(out *bufio.Writer, t *total) error {
	p.summarize(out, t)
	return nil
}

// json writes everything as JSON.
func (o *printOptions) json(out *bufio.Writer, t *total) error {
	if o.statistics {
		t.Statistics = t.stats.describe()
	}
	return cli.WriteJSON(out, t.checkOutput)
}

// relative returns a path in the form for services that show a report beside the files
// of a repository: relative to the working directory, which is the repository's in CI.
func relative(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		if below, err := filepath.Rel(cli.Absolute("."), path); err == nil && filepath.IsLocal(below) {
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
