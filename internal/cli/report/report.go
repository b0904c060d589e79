// Package report shows the findings of check in each of its formats.
package report

import (
	"bufio"
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
)

// A Report is the output of check for one file.
type Report struct {
	Count   int // findings
	Summary summary
	Text    iter.Seq[string] // the findings in the format, in order; nil if it shows none
	Hidden  int              // findings that are not in the text
	Fixable int              // number of findings that --fix would fix
	Offers  bool             // whether any finding has a fix that --fix might apply
	Worst   diagnostics.Severity
	All     int // number of findings, including those that the flags exclude
	Known   int // number of findings in the baseline
	Stats   *statistics
}

// WriteText writes the findings.
func (r *Report) WriteText(out *bufio.Writer, p Printer) {
	if r.Text == nil {
		return
	}
	for piece := range r.Text {
		p.Write(out, piece)
	}
	r.Text = nil
}

// A Found is what was found in a file, or in some lines of it, and what is reported of that.
type Found struct {
	Path     string
	Document *diagnostics.Document
	At       cli.Place
	Kept     Kept // the findings that are reported
	Stats    bool // counts by rule and tool are, too
	Fixable  bool // how many findings can be fixed is of interest
	Many     bool // there are more than MaxProven findings in the file before them
	Doubts   bool // so is which have no safe fix
	Looked   Looked

	index *cli.LineIndex // of the text of the document
}

// Kept are the findings of a document that are reported, by index; nil for all.
type Kept []bool

func (k Kept) has(i int) bool { return k == nil || k[i] }

// of iterates over the findings of a document that are kept.
func (k Kept) of(d *diagnostics.Document) iter.Seq[diagnostics.Placed] {
	if k == nil {
		return d.Diagnostics()
	}
	return func(yield func(diagnostics.Placed) bool) {
		i := 0
		for p := range d.Diagnostics() {
			if k[i] && !yield(p) {
				return
			}
			i++
		}
	}
}

// count returns the number of findings by severity.
func (k Kept) count(d *diagnostics.Document) (bySeverity [diagnostics.Hint + 1]int) {
	if k == nil {
		return d.Count()
	}
	for p := range k.of(d) {
		bySeverity[p.Severity]++
	}
	return bySeverity
}

// Empty returns the report on a file without anything in it.
func Empty() Report {
	r := Report{Worst: diagnostics.Hint + 1}
	r.Summary.Files = 1
	return r
}

// Looked is what a file was seen to have.
type Looked struct {
	Transcript bool // whether the authors of messages are known
	Replies    int
}

// MaxReplies is the number of replies of a file up to which they are counted: that so many were read is
// enough to believe in a report of no calls, and finding the authors of messages costs more than finding calls.
const MaxReplies = 10_000

// See adds what a file was seen to have.
func (r *Report) See(l Looked) {
	r.Summary.Replies += l.Replies
	if r.Summary.Replies > MaxReplies {
		r.Summary.Replies, r.Summary.MoreReplies = MaxReplies, true
	}
	if l.Transcript {
		r.Summary.Transcripts = 1
	}
}

// New describes what was found in a file.
func New(f *Found, p Printer) Report {
	bySeverity := f.Kept.count(f.Document)
	r := Empty()
	r.Summary = newSummary(f.Document, bySeverity)
	r.See(f.Looked)
	for _, n := range f.Document.Count() {
		r.All += n
	}
	if !f.Document.Kind().Decided() { // transcripts and replies have few examples, and many findings
		for p := range f.Kept.of(f.Document) {
			if p.Intended {
				r.Summary.Intended++
			}
		}
	}
	if f.Stats {
		r.Stats = statisticsOf(f.Document, f.Kept)
	}
	for severity, n := range bySeverity {
		if n > 0 {
			r.Worst = min(r.Worst, diagnostics.Severity(severity))
			r.Count += n
		}
	}
	if r.Count > 0 {
		f.index = cli.IndexOf(f.Document.Text())
		f.index.At = f.At
		p.file(&r, f)
	}
	return r
}

// MaxProven is the number of findings of a file up to which the text output proves which of
// them --fix would fix. It explains for so many why --fix does not fix them.
const MaxProven = 100

// countFixable counts the findings of which --fix makes a fix.
func (r *Report) countFixable(f *Found) {
	if !f.Fixable {
		return
	}
	d := f.Document
	for p := range f.Kept.of(d) {
		if !d.InFixAll(p.Diagnostic) || len(p.Fixes) == 0 {
			continue
		}
		r.Offers = true
		if r.Count > MaxProven || f.Many { // each finding costs a search of them all
			return
		}
		if d.Fixable(&p) {
			r.Fixable++
		}
	}
}

// lines returns the findings of a file as a function writes them, in pieces. Those of very
// many, as in [textOf], are generated on demand.
func (f *Found) lines(count int, with detail, line func(b *strings.Builder, path string, f *finding)) iter.Seq[string] {
	lines := func(yield func(string) bool) {
		var b strings.Builder
		for described := range f.findings(with) {
			if line(&b, f.Path, &described); b.Len() >= linesSize {
				if !yield(b.String()) {
					return
				}
				b.Reset()
			}
		}
		if b.Len() > 0 {
			yield(b.String())
		}
	}
	if count <= MostFound {
		return slices.Values(slices.Collect(lines))
	}
	return lines
}

// linesSize is the usual number of bytes in a piece of a report.
const linesSize = 64 << 10

// A detail lists what findings are described with.
type detail struct {
	fixes  bool
	places bool // of the edits of fixes: their lines and columns
	keys   bool
}

// findings iterates over the findings in JSON form.
func (f *Found) findings(with detail) iter.Seq[finding] {
	return func(yield func(finding) bool) {
		var key func(*diagnostics.Placed) Key
		if with.keys {
			key = KeysOf(f.Document)
		}
		i := 0
		next := func(p *diagnostics.Placed, proven []diagnostics.Fix) bool {
			i++
			if !f.Kept.has(i - 1) {
				return true
			}
			described := describeFinding(p, proven, f.index, with.places)
			if with.fixes {
				described.outcomes(f.Document, p)
			}
			if with.keys {
				described.key = key(p)
			}
			return yield(described)
		}
		if !with.fixes {
			for p := range f.Document.Diagnostics() {
				if !next(&p, nil) {
					return
				}
			}
			return
		}
		for p, proven := range f.Document.Proven() {
			if !next(&p, proven) {
				return
			}
		}
	}
}

func describeFinding(p *diagnostics.Placed, proven []diagnostics.Fix, index *cli.LineIndex, places bool) finding {
	span := p.Place(p.Span)
	fixes := make([]fix, 0, len(proven))
	for _, x := range proven {
		edits := make([]edit, 0, len(x.Edits))
		for _, e := range x.Edits {
			described := edit{Start: e.Span.Start + index.At.Offset, End: e.Span.End + index.At.Offset, Text: e.Text}
			if places {
				described.from, described.to = index.Position(e.Span.Start), index.Position(e.Span.End)
			}
			edits = append(edits, described)
		}
		fixes = append(fixes, fix{x.Title, x.Safe() && !p.HeldBack, edits})
	}
	notes := []string{}
	if p.Note != "" {
		notes = append(notes, p.Note)
	}
	var near []related
	for _, r := range p.Related {
		at := p.Place(r.Span)
		near = append(near, related{Message: r.Message, Start: index.Position(at.Start), End: index.Position(at.End)})
	}
	var others []elsewhere
	for _, r := range p.Elsewhere {
		others = append(others, elsewhere{r.Message, r.Name, r.Line, r.Text})
	}
	return finding{
		Code:      p.Code,
		Severity:  p.Severity.String(),
		Message:   p.Message,
		Notes:     notes,
		Start:     index.Position(span.Start),
		End:       index.Position(span.End),
		Fixes:     fixes,
		Intended:  p.Intended,
		Reply:     p.Reply,
		Related:   near,
		Elsewhere: others,
	}
}

// outcomes adds the outcomes of the calls that a finding is about.
func (f *finding) outcomes(d *diagnostics.Document, p *diagnostics.Placed) {
	if c, ok := d.CallAt(p.Call); ok && !p.Reply && c.Outcome() != diagnostics.NoCall {
		f.Outcome, f.By = c.Outcome().String(), string(c.By())
	}
	for i := range f.Related {
		if c, ok := d.CallStarting(p.Place(p.Related[i].Span).Start); ok && c.Outcome() != diagnostics.NoCall {
			f.Related[i].Outcome = c.Outcome().String()
		}
	}
}

// Add adds the report on further lines of the file.
func (r *Report) Add(o Report) {
	r.Count += o.Count
	r.All += o.All
	r.Known += o.Known
	if r.Stats == nil {
		r.Stats = newStatistics()
	}
	r.Stats.add(o.Stats)
	r.Hidden += o.Hidden
	r.Summary.add(o.Summary)
	r.Summary.Files = 1
	r.Fixable += o.Fixable
	r.Offers = r.Offers || o.Offers
	r.Worst = min(r.Worst, o.Worst)
}
