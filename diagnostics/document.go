package diagnostics

import (
	"cmp"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/internal/sumtree"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
)

// A Document is what is known of a text that is being edited. It finds what
// [Options.Run] finds, but an edit costs what it touches: the text is a sequence of
// items, each with what was found in it at offsets of its own, and an edit reads the
// items that it meets and the one before.
//
// A Document is immutable; an edit returns another one that shares what stayed. It
// is safe for concurrent use.
type Document struct {
	text     text.Text
	asked    document.Kind
	kind     document.Kind // what Auto is
	evidence xmlcall.Span  // what shows that Auto is a Log
	opens    bool          // the start of a text of the kind Prose may be a transcript's
	layout   json.Layout   // of JSON
	options  Options
	brief    bool                     // see Scan
	decided  *document.Labels         // see ScanPiece
	items    sumtree.Tree[entry, sum] // none where the text has nothing to look at

	listed atomic.Pointer[[]Placed] // see found

	once  sync.Once
	shown shown // see directed

	mu     sync.Mutex
	around []stretch // the last that were asked for; see Around
	flat   *Result   // see whole
}

// An item is a stretch of a document that is read by itself.
type item struct {
	state document.State // at its start
	// The item was read with a longer text, in which it starts at an offset, and what
	// was found in it is at offsets of that.
	within     string
	start      int
	found      []Finding
	directives []directive
	first      int                    // call of those that Finding.Call counts
	result     *Result                // of that text, nil in a document that keeps only findings
	messages   indexes                // where in the item the first and the last message start
	places     atomic.Pointer[places] // see Placed.Range
}

// indexes are those between two, of which the second is not included.
type indexes struct{ from, to int }

// An entry is an item in the sequence. The sum is beside the pointer: what passes over
// items does not touch them.
type entry struct {
	*item
	sum sum
}

// Summary returns what is summed up over items.
func (i entry) Summary() sum { return i.sum }

// text returns the item's text.
func (i entry) text() string { return i.within[i.start : i.start+i.sum.bytes] }

// Open reads a text as the given kind.
func (o Options) Open(t text.Text, kind document.Kind) *Document {
	d := &Document{text: t, asked: kind, kind: kind, options: o}
	d.readAll()
	return d
}

// Scan is [Options.Open] for a text that is large and looked at once: what is kept are
// the findings, of their fixes the titles, and how many calls there are. The calls and the
// edits of [Document.Proven] are read again when they are asked for.
func (o Options) Scan(t text.Text, kind document.Kind) *Document {
	d := &Document{text: t, asked: kind, kind: kind, options: o, brief: true}
	d.readAll()
	return d
}

// ScanPiece is [Options.Scan] for whole lines of a file of JSON with a record a line, of
// which labels are what the whole file decides.
func (o Options) ScanPiece(t text.Text, labels *document.Labels) *Document {
	d := &Document{text: t, asked: document.JSON, kind: document.JSON, options: o, brief: true, decided: labels}
	d.readAll()
	return d
}

// labels returns what the whole file decides about each part of it.
func (d *Document) labels() *document.Labels {
	if d.decided != nil {
		return d.decided
	}
	return d.items.Summary().labels
}

// Text returns the text.
func (d *Document) Text() text.Text { return d.text }

// Kind returns the kind that the text is read as, which is not Auto or Prose.
func (d *Document) Kind() document.Kind { return d.kind }

// ReadAs returns the kind that the text was asked to be read as.
func (d *Document) ReadAs() document.Kind { return d.asked }

// Options returns the options that the text is read with.
func (d *Document) Options() Options { return d.options }

// A part is a stretch of a document that was just read.
type part struct {
	result     *Result
	brief      bool // items do not keep the result
	sniffed    bool // the kind is seen from the text
	from       document.State
	seams      []document.Seam
	directives []directive // by where they count
}

// read reads a part; ok is false where it was not read from the right state.
func (d *Document) read(text string, from document.From) (p *part, ok bool) {
	d.options.interrupt.check()
	from.Reading, from.Layout = d.options.Reading(), d.layout
	from.Brief = d.brief
	from.Count = d.opens && d.kind == document.Document
	file, ok := document.ReadPart(text, d.kind, from)
	if !ok {
		return nil, false
	}
	options := d.options
	options.brief = d.brief
	p = &part{result: options.runPart(file), brief: d.brief, sniffed: d.asked == document.Auto, from: from.State}
	if !p.result.bind(from.State.Within()) {
		return nil, false
	}
	p.seams = file.Seams()
	p.result.countCalls(p.seams)
	if len(file.Remarks) > 0 {
		p.directives = p.result.directives()
		slices.SortStableFunc(p.directives, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	}
	return p, true
}

// minItem is the least size of an item in bytes, where seams allow. Smaller ones
// make the sequence longer, larger ones an edit slower.
var minItem = 2 << 10

// cut returns the items of the part up to an offset, which is a seam or the end. The
// part cannot be cut again.
func (p *part) cut(to int) []entry {
	defer p.result.File.Settle() // or each edit would keep the version before it
	if to == 0 {
		return nil
	}
	items := make([]entry, 0, to/minItem+1)
	at, state := 0, p.from
	for _, s := range p.seams {
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
	i.found, i.first = r.Findings[findings.from:findings.to], calls.from
	i.sum = sum{items: 1, bytes: to - from, labels: r.File.LabelsIn(xmlcall.Span{Start: from, End: to})}
	for k := range i.found {
		i.sum.findings[i.found[k].Severity]++
	}
	i.sum.lost, i.sum.leaked = r.losses(i.found)
	i.sum.numbered = int32(r.File.Earlier(to) - r.File.Earlier(from))
	i.sum.extent = extentOf(i.text())
	tally := Tally{Calls: calls.to - calls.from}
	for k := calls.from; k < calls.to; k++ {
		tally.add(&r.Calls[k])
	}
	i.sum.tally = sumOf(&tally)
	starts := func(at int) int {
		return sort.Search(len(p.directives), func(k int) bool { return p.directives[k].at >= at })
	}
	i.directives = p.directives[starts(from):starts(to)]
	i.sum.directives = int32(len(i.directives))
	i.sum.thinking = r.File.Kind.Labelled() && syntax.HasThinking(i.text())
	i.sum.relevant = r.File.Kind == document.JSON && document.Relevant(i.text(), document.JSON)
	if p.sniffed {
		i.sum.comments = document.CommentMarksOf(i.text())
	}
	// The first message of the part is the one that the part starts within.
	first := sort.Search(len(messages), func(k int) bool { return messages[k].Start >= max(from, 1) })
	end := sort.Search(len(messages), func(k int) bool { return messages[k].Start >= to })
	i.sum.messages = !state.Within() || first < end
	if state.Within() {
		i.messages.from = to - from
		if first < end {
			i.messages.from = messages[first].Start - from
		}
	}
	if end > 0 && messages[end-1].Start >= from {
		i.messages.to = messages[end-1].Start - from
	}
	if !p.brief {
		i.result = r
	}
	return i
}

// callsIn returns the calls that start in a stretch of the file's text.
func (r *Result) callsIn(from, to int) indexes {
	return indexes{
		sort.Search(len(r.Calls), func(k int) bool { return r.Calls[k].Span.Start >= from }),
		sort.Search(len(r.Calls), func(k int) bool { return r.Calls[k].Span.Start >= to }),
	}
}

// findingsIn returns the findings that start in a stretch of the file's text.
func (r *Result) findingsIn(from, to int) indexes {
	return indexes{
		sort.Search(len(r.Findings), func(k int) bool { return r.Findings[k].Span.Start >= from }),
		sort.Search(len(r.Findings), func(k int) bool { return r.Findings[k].Span.Start >= to }),
	}
}

// Document returns a document of one item about which r says everything.
func (r *Result) Document() *Document {
	if r.File == nil {
		return Options{}.Open(text.Text{}, document.Document)
	}
	t := text.New(r.File.Text)
	d := &Document{text: t, asked: r.File.ReadAs(), kind: r.File.Kind, options: r.options, flat: r}
	p := &part{result: r}
	d.items = sumtree.Of[entry, sum](p.item(0, t.Len(), document.State{}))
	d.around = []stretch{{indexes{0, 1}, r}}
	return d
}
