package report

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// MaxProven is the number of findings of a file up to which it is proven which of them --fix would fix, and SARIF
// has their fixes: each proof costs a reading of the calls around it.
const MaxProven = 100

// A Found is a document with findings: that of a file, or of some lines of it that start at a place.
type Found struct {
	*diagnostics.Document
	At       Origin
	Keep     func(*diagnostics.Diagnostic) bool // whether a finding is reported; nil for all
	Writable bool                               // whether --fix would write the file
	Many     bool                               // whether there are more than MaxProven findings before these lines
}

// Describe adds to a file what was found in it.
func (f *File) Describe(found Found, o *Settings) {
	d := found.Document
	f.Calls.Add(d.Summary())
	f.Suppressed += d.Suppressed()
	findings := 0
	for _, n := range d.Count() {
		findings += n
	}
	if o.Statistics {
		f.countTools(d)
	}
	if findings == 0 {
		return
	}
	if o.Format == "agent" {
		f.Messages = append(f.Messages, corrections(f.Path, &found, o.Style.Exact)...)
	}
	w := describer{Found: found, Settings: o, index: IndexOf(d.Text(), found.At)}
	if w.Format == "json" {
		for p, fixes := range d.Proven() {
			w.add(f, &p, fixes)
		}
		return
	}
	proves := findings <= MaxProven && !found.Many && w.Writable && (w.Format == "text" || w.Format == "concise")
	for p := range d.Diagnostics() {
		var fixes []diagnostics.Fix
		if w.Format == "sarif" && !found.Many && len(f.Findings) < MaxProven {
			fixes = d.Prove(&p)
		}
		if w.add(f, &p, fixes); proves && len(p.Fixes) > 0 && (w.Keep == nil || w.Keep(p.Diagnostic)) {
			last := &f.Findings[len(f.Findings)-1]
			last.fixable = !w.Fix && d.InFixAll(p.Diagnostic) && d.Fixable(&p)
			last.suggested = d.Uncertain(&p)
		}
	}
}

// countTools counts the calls by tool.
func (f *File) countTools(d *diagnostics.Document) {
	if f.Tools == nil {
		f.Tools = Tools{}
	}
	for c := range d.Calls() {
		if c.Outcome() != diagnostics.NoCall {
			f.Tools.of(c.Block().ToolName()).Count(c.Call)
		}
	}
}

// Add adds what was found in further lines of a file.
func (f *File) Add(lines *File) {
	f.Calls.Add(lines.Calls)
	f.Findings = append(f.Findings, lines.Findings...)
	f.Messages = append(f.Messages, lines.Messages...)
	f.Suppressed, f.Intended, f.Replies = f.Suppressed+lines.Suppressed, f.Intended+lines.Intended, f.Replies+lines.Replies
	f.Transcript, f.offers = f.Transcript || lines.Transcript, f.offers || lines.offers
	if f.Tools == nil {
		f.Tools = lines.Tools
	} else {
		f.Tools.add(lines.Tools)
	}
}

// A describer describes the findings of a document.
type describer struct {
	Found
	*Settings
	index *LineIndex

	block *xmlcall.Block // of the call before: thousands of findings may be about one
	of    int            // its index
}

// add adds a finding with proven fixes, if it is reported.
func (w *describer) add(f *File, p *diagnostics.Finding, proven []diagnostics.Fix) {
	if w.Keep != nil && !w.Keep(p.Diagnostic) {
		return
	}
	span := p.Place(p.Span)
	made := Finding{
		Code: p.Code, Severity: p.Severity.String(), Message: p.Message, Notes: []string{},
		Start: w.index.Position(span.Start), End: w.index.Position(span.End), Fixes: []Fix{}, Intended: p.Intended, Reply: p.Reply,
		level: p.Severity, placeholder: p.IsPlaceholder() && w.Document.Options().Rules["placeholder"] == diagnostics.Default,
	}
	if p.Note != "" {
		made.Notes = append(made.Notes, p.Note)
	}
	for _, x := range proven {
		fix := Fix{Title: x.Title, Safe: x.Safe() && !p.HeldBack, Edits: []Change{}}
		for _, e := range x.Edits {
			from, to := w.index.Position(e.Span.Start), w.index.Position(e.Span.End)
			fix.Edits = append(fix.Edits, Change{from.Offset, to.Offset, e.Text, from, to})
		}
		made.Fixes = append(made.Fixes, fix)
	}
	for _, r := range p.Related {
		at := p.Place(r.Span)
		made.Related = append(made.Related, Related{r.Message, w.index.Position(at.Start), w.index.Position(at.End), outcomeOf(w.Document.CallStarting(at.Start))})
	}
	for _, r := range p.Elsewhere {
		made.Elsewhere = append(made.Elsewhere, Elsewhere{r.Message, r.Name, r.Line, r.Text})
	}
	if c, ok := w.Document.CallAt(p.Call); ok && !p.Reply {
		made.Outcome, made.By = outcomeOf(c, ok), string(c.By())
	}
	made.Tool, made.Argument = w.locate(p)
	if w.Format == "text" && !w.Statistics {
		for i := range p.Fixes {
			made.titles = append(made.titles, p.Fixes[i].Title)
		}
		made.line = w.index.window(span.Start)
	}
	f.offers = f.offers || w.Writable && !w.Fix && len(p.Fixes) > 0 && w.InFixAll(p.Diagnostic)
	if p.Intended && !w.Kind().Decided() { // transcripts and replies have few examples
		f.Intended++
	}
	f.Findings = append(f.Findings, made)
}

// outcomeOf returns the outcome of a call, "" if there is none.
func outcomeOf(c diagnostics.DocumentCall, ok bool) string {
	if !ok || c.Outcome() == diagnostics.NoCall {
		return ""
	}
	return c.Outcome().String()
}
