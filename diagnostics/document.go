package diagnostics

import (
	"cmp"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/sumtree"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Document is the analysis of a text, which may be edited. The cost of an edit depends on the part
// that it affects: the text is a sequence of items, each with its results at offsets relative to the
// item, and an edit reads the affected items and the one before them.
//
// A Document is immutable; an edit returns a new one that shares the unchanged parts.
// It is safe for concurrent use.
type Document struct {
	input
	items sumtree.Tree[entry, sum] // empty if the text has nothing relevant

	once   *reading                 // if the whole text was read at once, what was read
	listed atomic.Pointer[[]Placed] // see found

	direct sync.Once
	shown  shown // see directed

	mu     sync.Mutex
	around []*stretch // the most recently used ones; see near
}

// An input is a text, and how it is read.
type input struct {
	text     text.Text
	asked    document.Kind
	kind     document.Kind // the kind if it was given as Auto
	evidence xmlcall.Span  // the evidence that Auto is a Log
	opens    bool          // whether the start of a text of the kind Prose may be that of a transcript
	layout   json.Layout   // of a JSON file
	options  Options
	brief    bool             // see Scan
	decided  *document.Labels // see ScanPiece
}

// An item is a stretch of a document that is read separately.
type item struct {
	state document.State // at its start
	// The item was read as part of a longer text, in which it starts at an offset;
	// offsets of its results are in that text.
	within     string
	start      int
	found      []Diagnostic
	directives []directive
	first      int                    // the first call, in the numbering of Finding.Call
	result     *reading               // of that text; nil in a document that keeps only findings
	messages   indexes                // the range of messages that start in the item
	places     atomic.Pointer[places] // see Placed.Range
}

// indexes is a half-open range of indexes.
type indexes struct{ from, to int }

// An entry is an item in the sequence. The sum is stored beside the pointer, so that
// skipping items does not access them.
type entry struct {
	*item
	sum sum
}

// Summary returns the summary of the item.
func (i entry) Summary() sum { return i.sum }

// text returns the item's text.
func (i entry) text() string { return i.within[i.start : i.start+i.sum.bytes] }

// Open reads a text as the given kind.
func (o Options) Open(t text.Text, kind document.Kind) *Document {
	return open(input{text: t, asked: kind, kind: kind, options: o})
}

// Scan is [Options.Open] for a large text that is examined once: it keeps only the
// findings, the titles of their fixes, and the number of calls. The calls and the edits of
// [Document.Proven] are recomputed on request.
func (o Options) Scan(t text.Text, kind document.Kind) *Document {
	return open(input{text: t, asked: kind, kind: kind, options: o, brief: true})
}

// ScanPiece is [Options.Scan] for whole lines of a JSON file with one record per line;
// labels are those of the whole file.
func (o Options) ScanPiece(t text.Text, labels *document.Labels) *Document {
	return open(input{text: t, asked: document.JSON, kind: document.JSON, options: o, brief: true, decided: labels})
}

// OpenRead is [Options.Open] for a text that was already read.
func (o Options) OpenRead(file *document.File) *Document {
	return openRead(o.read(file, false))
}

// openRead returns the document of one item that was read.
func openRead(r *reading) *Document {
	d := &Document{input: input{text: text.New(r.File.Text), asked: r.File.ReadAs(), options: r.options}}
	d.decideKind(r.File.Text)
	if d.kind = r.File.Kind; d.kind == document.JSON {
		d.layout = d.laidOut()
	}
	p := &part{result: r, detected: d.asked == document.Auto}
	p.direct()
	d.items = sumtree.Of[entry, sum](p.item(0, d.text.Len(), document.State{}))
	d.once = r
	return d
}

// Reporting returns the document with other findings, by position: those of a program, or of a test.
// Nothing but their fixes is read again.
func (d *Document) Reporting(findings []Diagnostic) *Document {
	r := d.whole()
	return openRead(&reading{File: r.File, Calls: r.Calls, options: r.options, Diagnostics: findings})
}

// open reads the whole text.
func open(in input) *Document {
	d := &Document{input: in}
	d.readAll()
	return d
}

// labels returns the facts that the whole file decides about each part.
func (d *Document) labels() *document.Labels {
	if d.decided != nil {
		return d.decided
	}
	return d.items.Summary().labels
}

// Text returns the text.
func (d *Document) Text() text.Text { return d.text }

// Kind returns the kind as which the text is read, never Auto or Prose.
func (d *Document) Kind() document.Kind { return d.kind }

// ReadAs returns the requested kind of the text.
func (d *Document) ReadAs() document.Kind { return d.asked }

// Options returns the options with which the text is read.
func (d *Document) Options() Options { return d.options }

// A part is a stretch of a document that was just read.
type part struct {
	result     *reading
	brief      bool // whether items do not keep the result
	detected   bool // whether the kind is derived from the text
	from       document.State
	directives []directive // by the offset at which they take effect
}

// read reads a part; ok is false if the state at its start was wrong.
func (d *Document) read(text string, from document.PartOptions) (p *part, ok bool) {
	d.options.interrupt.check()
	from.ReadOptions, from.Layout = d.options.ReadOptions(), d.layout
	from.Count = d.opens && d.kind == document.Document
	file, ok := document.ReadPart(text, d.kind, from)
	if !ok {
		return nil, false
	}
	p = &part{result: d.options.read(file, d.brief), brief: d.brief, detected: d.asked == document.Auto, from: from.State}
	if !p.result.bind(from.State.Within()) {
		return nil, false
	}
	p.direct()
	return p, true
}

// direct finds the directives of the part.
func (p *part) direct() {
	if len(p.result.File.Directives) > 0 {
		p.directives = p.result.directives()
		slices.SortStableFunc(p.directives, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	}
}

// minItem is the minimum size of an item in bytes, if seams permit. Smaller ones make
// the sequence longer, larger ones make edits slower.
var minItem = 2 << 10

// cut returns the items of the part up to an offset, which is a seam or the end. The
// part cannot be cut again.
func (p *part) cut(to int) []entry {
	defer p.result.File.Release() // otherwise each edit would keep the previous version alive
	if to == 0 {
		return nil
	}
	items := make([]entry, 0, to/minItem+1)
	at, state := 0, p.from
	for s := range p.result.seams {
		if s.At >= to {
			break
		}
		if s.At-at >= minItem {
			items = append(items, p.item(at, s.At, state))
			at, state = s.At, s.State
		}
	}
	return append(items, p.item(at, to, state))
}

// item returns the item between two offsets.
func (p *part) item(from, to int, state document.State) entry {
	r := p.result
	i := entry{item: &item{state: state, within: r.File.Text, start: from}}
	calls, findings, messages := r.callsIn(from, to), r.findingsIn(from, to), r.File.Messages
	i.found, i.first = r.Diagnostics[findings.from:findings.to], calls.from
	i.sum = sum{items: 1, bytes: to - from, labels: r.File.LabelsIn(xmlcall.Span{Start: from, End: to})}
	for k := range i.found {
		i.sum.findings[i.found[k].Severity]++
	}
	i.sum.leaked = leaks(i.found)
	i.sum.numbered = int32(r.File.MessagesBefore(to) - r.File.MessagesBefore(from))
	i.sum.extent = extentOf(i.text())
	tally := Summary{}
	tally.Native, tally.NativeBroken = r.nativesIn(from, to)
	for k := calls.from; k < calls.to; k++ {
		if tally.Count(&r.Calls[k]); !r.Calls[k].Listed() {
			tally.Outcomes[NoCall]++
		}
	}
	i.sum.tally = sumOf(&tally)
	directives := startingIn(from, to, len(p.directives), func(k int) int { return p.directives[k].at })
	i.directives = p.directives[directives.from:directives.to]
	i.sum.directives = int32(len(i.directives))
	i.sum.thinking = r.File.Kind.Labelled() && syntax.HasThinking(i.text())
	i.sum.relevant = r.File.Kind == document.JSON && document.Relevant(i.text(), document.JSON)
	if p.detected {
		i.sum.comments = document.CommentMarksOf(i.text())
	}
	// The first message of the part is the one that contains the start of the part.
	in := startingIn(max(from, 1), to, len(messages), func(k int) int { return messages[k].Start })
	i.sum.messages = !state.Within() || in.from < in.to
	if state.Within() {
		i.messages.from = to - from
		if in.from < in.to {
			i.messages.from = messages[in.from].Start - from
		}
	}
	if in.to > 0 && messages[in.to-1].Start >= from {
		i.messages.to = messages[in.to-1].Start - from
	}
	if !p.brief {
		i.result = r
	}
	return i
}

// callsIn returns the calls that start in a stretch of the file's text.
func (r *reading) callsIn(from, to int) indexes {
	return startingIn(from, to, len(r.Calls), func(k int) int { return r.Calls[k].Span.Start })
}

// findingsIn returns the findings that start in a stretch of the file's text.
func (r *reading) findingsIn(from, to int) indexes {
	return startingIn(from, to, len(r.Diagnostics), func(k int) int { return r.Diagnostics[k].Span.Start })
}

// startingIn returns those of n things that start in a stretch of a text, given their starts in order.
func startingIn(from, to, n int, start func(k int) int) indexes {
	first := func(at int) int { return sort.Search(n, func(k int) bool { return start(k) >= at }) }
	return indexes{first(from), first(to)}
}
