package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// Open reads a text as the given kind.
func (o Options) Open(t text.Text, kind document.Kind) *Document {
	d := &Document{input: input{text: t, asked: kind, options: o}}
	d.read(nil, nil)
	return d
}

// OpenLines reads lines of a JSON file with one record per line; labels are those of the whole file.
func (o Options) OpenLines(t text.Text, labels *document.Labels) *Document {
	if labels == nil {
		labels = &document.Labels{}
	}
	d := &Document{input: input{text: t, asked: document.JSON, options: o, given: labels}}
	d.read(nil, nil)
	return d
}

// OpenRead is [Options.Open] for a text that was already read, as one chunk.
func (o Options) OpenRead(file *document.File) *Document { return openRead(o.read(file)) }

// openRead returns the document of one chunk that was read.
func openRead(r *result) *Document {
	d := &Document{input: input{text: text.New(r.File.Text), asked: r.File.ReadAs(), options: r.options}, kind: r.File.Kind}
	d.chunks = []chunk{{Chunk: document.Chunk{Bytes: d.text.Len(), Messages: r.File.MessagesBefore(d.text.Len())}, result: r}}
	d.count()
	return d
}

// Reporting returns the document with other findings, by position, such as those of a test. Only their fixes are read
// again.
func (d *Document) Reporting(findings []Diagnostic) *Document {
	r := d.options.read(document.ReadWith(d.text.String(), d.asked, d.options.ReadOptions()))
	r.Diagnostics, r.proofs = findings, proofs{}
	return openRead(r)
}

// Edit returns the document in which the bytes from start to end are replaced. Offsets
// outside the text are clamped.
func (d *Document) Edit(start, end int, replacement string) *Document {
	end = min(max(end, 0), d.text.Len())
	start = min(max(start, 0), end)
	return d.EditTo(d.text.Splice(start, end, replacement), start, end)
}

// EditTo is [Document.Edit] for a caller that has the text after it, in which the bytes from start to end of this
// one are replaced.
func (d *Document) EditTo(t text.Text, start, end int) *Document {
	return d.edit(t, changes{{start, end, t.Len() - d.text.Len() + end - start}})
}

// editAll returns the document after edits, which are sorted and disjoint.
func (d *Document) editAll(edits []Edit) *Document {
	return d.edit(text.New(Apply(d.text.String(), edits)), changes{}.then(edits))
}

// edit returns the document with the text after changes.
func (d *Document) edit(t text.Text, by changes) *Document {
	next := &Document{input: d.input}
	next.text = t
	next.read(d, by)
	return next
}
