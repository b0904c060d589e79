package report

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A Printer writes what check reports in one of its formats.
type Printer interface {
	// file adds to the report on a file, or on some lines of one, what the format shows of its
	// findings, of which there is at least one. It runs on several files concurrently.
	file(r *Report, f *Found)
	// Begin writes the start of the report on a file.
	Begin(out *bufio.Writer, path string)
	// Write writes a piece of the report's text. Only what is being written is in memory.
	Write(out *bufio.Writer, text string)
	// End writes what comes after the last piece.
	End(out *bufio.Writer, r *Report)
	// Finish writes what comes after the last file.
	Finish(out *bufio.Writer, t *Total) error
}

// plain is for formats in which a report is its text alone.
type plain struct{}

func (plain) Begin(*bufio.Writer, string)          {}
func (plain) Write(out *bufio.Writer, text string) { out.WriteString(text) }
func (plain) End(*bufio.Writer, *Report)           {}

// Options are the flags of check that the output depends on.
type Options struct {
	Format     string
	Style      term.Style
	Quiet      bool // without a summary
	Statistics bool // for people in place of the findings; in JSON in addition; see [Total.Tables] for the others
	FailOn     diagnostics.Severity

	Fix, FixOnly, Diff bool
}

// Formats are the formats of check that inspect does not have.
var Formats = []string{"concise", "github", "gitlab", "junit", "sarif", "agent"}

// NewPrinter returns the printer for the flags.
func NewPrinter(o *Options) Printer {
	switch {
	case o.Diff:
		return summaryPrinter{summarize: o.summarizeDiff}
	case o.FixOnly:
		return summaryPrinter{summarize: o.summarizeFixOnly}
	}
	switch o.Format {
	case "json":
		return &jsonPrinter{Options: o}
	case "concise":
		return concisePrinter{forPeople{Options: o}}
	case "github":
		return githubPrinter{}
	case "gitlab":
		return &gitlabPrinter{seen: numbered{}}
	case "junit":
		return &junitPrinter{Options: o}
	case "sarif":
		return &sarifPrinter{seen: numbered{}}
	case "agent":
		return agentPrinter{Options: o}
	}
	return textPrinter{forPeople{Options: o}}
}

// A list separates the items of a JSON list, each of which is written after a comma.
type list struct{ any bool }

// next returns the text of further items as it is to be written.
func (l *list) next(items string) string {
	if !l.any && items != "" {
		l.any, items = true, items[len(","):]
	}
	return items
}

// jsonItem writes an item of a list.
func jsonItem(b *strings.Builder, v any) {
	var text bytes.Buffer
	_ = cli.WriteJSON(&text, v) // strings and numbers, to memory
	b.WriteByte(',')
	b.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}

// A forPeople is what the formats for people have in common: a summary at the end.
type forPeople struct {
	plain
	*Options
}

func (p forPeople) Finish(out *bufio.Writer, t *Total) error {
	if p.Statistics {
		out.WriteString(t.stats.text())
	}
	p.summarize(out, t)
	return nil
}

// A concisePrinter writes a line for each finding.
type concisePrinter struct{ forPeople }

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

// A textPrinter writes findings with their source lines.
type textPrinter struct{ forPeople }

func (p textPrinter) file(r *Report, f *Found) {
	r.countFixable(f)
	if !p.Statistics {
		all := p.FailOn == diagnostics.Hint || f.Document.Options().Rules["placeholder"] != diagnostics.Default
		r.Text, r.Hidden = textOf(f.Path, f.Document, f.Kept, f.index, p.Style, all, f.Doubts && r.Count <= MostFound)
	}
}

// A summaryPrinter writes only a summary.
type summaryPrinter struct {
	plain
	summarize func(out *bufio.Writer, t *Total)
}

func (p summaryPrinter) file(*Report, *Found) {}

func (p summaryPrinter) Finish(out *bufio.Writer, t *Total) error {
	p.summarize(out, t)
	return nil
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
