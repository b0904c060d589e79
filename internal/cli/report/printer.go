package report

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

// A Printer writes what check reports in one of its formats.
type Printer interface {
	// file adds to the report on a file, or on a piece of one, what the format shows of its
	// findings, of which there is at least one. It runs on several files concurrently.
	file(r *Report, f *Found)
	// Finish writes what comes after the last file, or everything.
	Finish(out *bufio.Writer, t *Total) error
}

// Options are the flags of check that the output depends on.
type Options struct {
	Format     string
	Style      term.Style
	Quiet      bool // without a summary
	Statistics bool // for people in place of the findings; in JSON in addition; see [Total.Tables] for the others
	FailOn     diagnostics.Severity
	Done       string // what is done about findings: "fixed" or [Suppressed]

	Fix, FixOnly, UnsafeFixes, Diff bool
}

// Suppressed is what --add-suppressions does about findings.
const Suppressed = "suppressed"

// Formats are the formats of check that inspect does not have.
var Formats = []string{"concise", "jsonl", "github", "gitlab", "junit", "sarif", "agent"}

// NewPrinter returns the printer for the flags.
func NewPrinter(o *Options) Printer {
	switch {
	case o.Diff:
		return summaryPrinter{o.summarizeDiff}
	case o.FixOnly:
		return summaryPrinter{o.summarizeFixOnly}
	}
	switch o.Format {
	case "json":
		return listPrinter{detail{fixes: true}, o.json}
	case "concise":
		return concisePrinter{o}
	case "jsonl":
		return linePrinter{detail{fixes: true}, jsonLine, o.finishJSONLines}
	case "github":
		return linePrinter{detail{}, githubLine, func(*bufio.Writer, *Total) error { return nil }}
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
	write func(out *bufio.Writer, t *Total) error
}

func (p listPrinter) file(r *Report, f *Found) {
	r.File.Findings = slices.AppendSeq(make([]finding, 0, r.Count), f.findings(p.with))
}

func (p listPrinter) Finish(out *bufio.Writer, t *Total) error { return p.write(out, t) }

// A linePrinter writes a line for each finding, as files are read.
type linePrinter struct {
	with detail
	line func(b *strings.Builder, path string, f *finding)
	end  func(out *bufio.Writer, t *Total) error
}

func (p linePrinter) file(r *Report, f *Found)                 { r.Text = f.lines(r.Count, p.with, p.line) }
func (p linePrinter) Finish(out *bufio.Writer, t *Total) error { return p.end(out, t) }

// A concisePrinter writes a line for each finding, for people.
type concisePrinter struct{ *Options }

func (p concisePrinter) file(r *Report, f *Found) {
	r.countFixable(f)
	if p.Statistics {
		return
	}
	r.Text = f.lines(r.Count, detail{}, func(b *strings.Builder, path string, f *finding) {
		writeHead(b, foreign.Line(path), f.Start, SeverityOf(f.Severity), f.Code, f.Message, f.Intended, &p.Style)
		b.WriteByte('\n')
	})
}

func (p concisePrinter) Finish(out *bufio.Writer, t *Total) error {
	if p.Statistics {
		out.WriteString(t.stats.text())
	}
	p.summarize(out, t)
	return nil
}

// A textPrinter writes findings with their source lines, for people.
type textPrinter struct{ *Options }

func (p textPrinter) file(r *Report, f *Found) {
	r.countFixable(f)
	if !p.Statistics {
		all := p.FailOn == diagnostics.Hint || f.Document.Options().Rules["placeholder"] != diagnostics.Default
		r.Text, r.Hidden = textOf(f.Path, f.Document, f.Kept, f.index, p.Style, all, f.Doubts && r.Count <= MaxProven)
	}
}

func (p textPrinter) Finish(out *bufio.Writer, t *Total) error {
	if p.Statistics {
		out.WriteString(t.stats.text())
	}
	p.summarize(out, t)
	return nil
}

// A summaryPrinter writes only a summary.
type summaryPrinter struct {
	summarize func(out *bufio.Writer, t *Total)
}

func (p summaryPrinter) file(*Report, *Found) {}

func (p summaryPrinter) Finish(out *bufio.Writer, t *Total) error {
	p.summarize(out, t)
	return nil
}

// json writes everything as JSON.
func (o *Options) json(out *bufio.Writer, t *Total) error {
	if o.Statistics {
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
