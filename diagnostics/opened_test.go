package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// An opened is a document with its calls and findings as slices, whose offsets are those of the text.
type opened struct {
	*Document
	read        *result // of the whole text
	File        *document.File
	Calls       []Call
	Diagnostics []Diagnostic
	placed      []Finding // of Diagnostics
}

// run opens a text.
func run(source string, kind document.Kind) *opened { return Options{}.run(source, kind) }

func (o Options) run(source string, kind document.Kind) *opened {
	return openedOf(o.Open(text.New(source), kind))
}

// Opened is run for tests of another package.
func (o Options) Opened(source string, kind document.Kind) *opened { return o.run(source, kind) }

// runFile opens a text that was read.
func runFile(file *document.File) *opened { return Options{}.runFile(file) }

func (o Options) runFile(file *document.File) *opened { return openedOf(o.OpenRead(file)) }

func openedOf(d *Document) *opened {
	r := &opened{Document: d}
	if len(d.chunks) == 1 && d.chunks[0].result != nothing {
		r.read = d.chunks[0].result
	} else {
		r.read = d.options.read(document.ReadWith(d.text.String(), d.asked, d.options.ReadOptions()))
	}
	r.File, r.Calls = r.read.File, r.read.Calls
	for p := range d.Diagnostics() {
		f := *p.Diagnostic
		f.Call, f.Span = p.Call, p.Place(p.Span)
		if p.Shift != 0 {
			f.Related = slices.Clone(f.Related)
			for i := range f.Related {
				f.Related[i].Span = p.Place(f.Related[i].Span)
			}
			f.Fixes = moved(f.Fixes, p.Shift)
		}
		r.Diagnostics, r.placed = append(r.Diagnostics, f), append(r.placed, p)
	}
	return r
}

// at returns a finding by index, nil for none.
func (r *opened) at(finding int) *Finding {
	if finding < 0 || finding >= len(r.placed) {
		return nil
	}
	return &r.placed[finding]
}

func (r *opened) Prove(finding int) []Fix { return r.Document.Prove(r.at(finding)) }

func (r *opened) SafeFix(finding int) *Fix {
	if !r.Safe(r.at(finding)) {
		return nil
	}
	fixes := r.Prove(finding)
	if i := slices.IndexFunc(fixes, func(f Fix) bool { return f.Safe() }); i >= 0 {
		return &fixes[i]
	}
	return nil
}

func (r *opened) Uncertain(finding int) bool { return r.Document.Uncertain(r.at(finding)) }

func (r *opened) InFixAll(finding int) bool {
	return r.at(finding) != nil && r.Document.InFixAll(r.at(finding).Diagnostic)
}

func (r *opened) About(finding int) []int { return r.Document.About(r.at(finding)) }

func (r *opened) DisableFix(f *Diagnostic, comments document.Comments) (Fix, bool) {
	return r.Document.DisableFix(r.at(slices.IndexFunc(r.Diagnostics, func(o Diagnostic) bool {
		return o.Code == f.Code && o.Span == f.Span && o.Call == f.Call
	})), comments)
}

// FixAll returns the fixed document, or r itself if nothing is fixed.
func (r *opened) FixAll(keep func(*Diagnostic) bool) *opened {
	if fixed := r.Fixed(keep); fixed != r.Document {
		return openedOf(fixed)
	}
	return r
}

// fixAll returns the text after fix-all.
func (o Options) fixAll(source string, kind document.Kind, keep func(*Diagnostic) bool) string {
	return o.Open(text.New(source), kind).Fixed(keep).Text().String()
}
