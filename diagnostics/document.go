package diagnostics

import (
	"sort"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
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

// A sum counts what the chunks have.
type sum struct {
	tally      Summary
	calls      int // with those that are not listed
	directives int
	messages   int // with a number
}

// nothing is the result of a chunk in which nothing is to be read.
var nothing = &result{File: &document.File{}}

// A Finding is a diagnostic of a document. Its offsets, and those of its fixes, are smaller
// by Shift than those in the document's text.
type Finding struct {
	*Diagnostic
	Shift int
	// Call is the index of the call in the document, -1 for a finding that is not about
	// a call.
	Call int

	in    *result // nil for a finding about a directive or a prompt
	index int     // of the finding in the chunk, or among those about directives
}

// Place returns a span of the finding as a span of the document's text.
func (p *Finding) Place(s xmlcall.Span) xmlcall.Span { return at(s, p.Shift) }

// A DocumentCall is a call of a document. Its offsets are smaller by Shift than those in the
// document's text.
type DocumentCall struct {
	*Call
	Shift int
	// Index is the index of the call in the document.
	Index int
}

// Place returns a span of the file of the call as a span of the document's text.
func (c *DocumentCall) Place(s xmlcall.Span) xmlcall.Span { return at(s, c.Shift) }

// A found is what was found in a document.
type found struct {
	list       []Finding     // by position
	bySeverity [Hint + 1]int // the numbers of them
	unused     int           // the number of those about directives
	suppressed int           // the number of those that directives suppress
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

// of returns the chunk that contains a call, given its index in the document, and its index in that; nil if there is none.
func (d *Document) of(call int) (c *chunk, k int) {
	i := sort.Search(len(d.chunks), func(i int) bool { return d.chunks[i].calls+len(d.chunks[i].Calls) > call })
	if i == len(d.chunks) || call < 0 {
		return nil, 0
	}
	return &d.chunks[i], call - d.chunks[i].calls
}
