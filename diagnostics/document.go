package diagnostics

import (
	"sort"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/text"
)

// A Document is the analysis of a text that may be edited: a slice of chunks, each with its content at offsets from its
// start. An edit cuts the text again around it, and reads the chunks that are new or whose context has changed.
//
// A Document is immutable; an edit returns a new one that shares the contents of the unchanged chunks.
// It is safe for concurrent use.
type Document struct {
	input
	kind   document.Kind     // never Auto or Prose
	layout transcript.Layout // of a JSON file
	// relevant reports whether the text may have a call: a JSON file without any is something else.
	relevant bool
	labels   *document.Labels // of the whole text
	chunks   []chunk          // they tile the text
	sum      sum

	find  sync.Once
	found found // see findings
}

// An input is a text, and how it is read.
type input struct {
	text    text.Text
	asked   document.Kind
	options Options
	given   *document.Labels // see OpenLines
}

// A chunk is a chunk of the text with its place.
type chunk struct {
	document.Chunk
	*result
	start    int // in the text
	calls    int // before it
	messages int // before it: those with a number
}

// end returns the end of the chunk in the text.
func (c *chunk) end() int { return c.start + c.Bytes }

// nothing is the result of a chunk in which nothing is to be read.
var nothing = &result{File: &document.File{}}

// A sum counts what chunks have.
type sum struct {
	tally      Summary
	calls      int // with those that are not listed
	directives int
	messages   int // with a number, up to a chunk
}

func (s *sum) add(o *sum) {
	s.tally.Add(o.tally)
	s.calls += o.calls
	s.directives += o.directives
}

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

// Text returns the text.
func (d *Document) Text() text.Text { return d.text }

// Kind returns the kind as which the text is read, never Auto or Prose.
func (d *Document) Kind() document.Kind { return d.kind }

// ReadAs returns the requested kind of the text.
func (d *Document) ReadAs() document.Kind { return d.asked }

// Options returns the options with which the text is read.
func (d *Document) Options() Options { return d.options }

// With returns the document with an Interrupt for operations on it. The two share their contents.
func (d *Document) With(i *Interrupt) *Document {
	next := &Document{input: d.input, kind: d.kind, layout: d.layout, relevant: d.relevant, labels: d.labels, chunks: d.chunks, sum: d.sum}
	next.options = d.options.With(i)
	return next
}

// at returns the index of the chunk that contains the byte at an offset; the number of chunks after the end.
func (d *Document) at(offset int) int {
	return sort.Search(len(d.chunks), func(i int) bool { return d.chunks[i].end() > offset })
}

// of returns the index of the chunk that contains a call, given its index in the document.
func (d *Document) of(call int) (i int, ok bool) {
	i = sort.Search(len(d.chunks), func(i int) bool { return d.chunks[i].calls+d.chunks[i].sum.calls > call })
	return i, i < len(d.chunks) && call >= 0
}
