package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// A sum is the summary of a stretch of items. It is computed for every sibling on the
// path to an item, so its counts are small: a text has fewer than 2^31 calls and
// findings.
type sum struct {
	items, bytes int
	extent       extent
	findings     [Hint + 1]int32 // by severity
	tally        tallySum
	leaked       int32
	directives   int32
	numbered     int32                 // messages with a number
	thinking     bool                  // whether there is a <thinking> or a </thinking>
	messages     bool                  // whether a message starts in it
	relevant     bool                  // in JSON, where only that shows whether the file has anything relevant
	comments     document.CommentMarks // if the kind is derived from the text
	labels       *document.Labels
}

// Add returns the summary of two consecutive stretches.
func (s sum) Add(o sum) sum {
	s.items += o.items
	s.bytes += o.bytes
	s.extent = s.extent.add(o.extent)
	for i := range s.findings {
		s.findings[i] += o.findings[i]
	}
	for i := range s.tally {
		s.tally[i] += o.tally[i]
	}
	s.leaked += o.leaked
	s.directives += o.directives
	s.numbered += o.numbered
	s.thinking = s.thinking || o.thinking
	s.messages = s.messages || o.messages
	s.relevant = s.relevant || o.relevant
	s.comments = s.comments.Add(o.comments)
	s.labels = s.labels.Add(o.labels)
	return s
}

// An extent is the length of a stretch of text.
type extent struct {
	lines   int       // line ends
	columns [3]uint32 // after the last of them, in the units of each [text.Encoding]
}

// extentOf returns the extent of a stretch that does not end inside a character or a CR LF.
func extentOf(stretch string) (e extent) {
	end := text.Position{}.After(stretch, text.UTF8)
	e.lines = end.Line
	last := stretch[len(stretch)-end.Column:] // after the last line end
	for enc := range e.columns {
		e.columns[enc] = uint32(text.Position{}.After(last, text.Encoding(enc)).Column)
	}
	return e
}

// add returns the extent of two consecutive stretches.
func (e extent) add(o extent) extent {
	if o.lines == 0 {
		for enc := range o.columns {
			o.columns[enc] += e.columns[enc]
		}
	}
	o.lines += e.lines
	return o
}

// moved returns an extent that ends after from, for a text in which from becomes to.
func (e extent) moved(from, to extent) extent {
	if e.lines == from.lines {
		for enc := range e.columns {
			e.columns[enc] += to.columns[enc] - from.columns[enc]
		}
	}
	e.lines += to.lines - from.lines
	return e
}

// found reports whether there are findings.
func (s sum) found() bool { return s.findings != [len(s.findings)]int32{} }

// calls returns the number of calls.
func (s sum) calls() int { return s.tally.calls() }

// A tallySum is a [Summary] as a summary, with the calls that are not listed as those with the outcome
// NoCall.
type tallySum [numFields]int32

func sumOf(t *Summary) (s tallySum) {
	for i, n := range t.fields() {
		s[i] = int32(*n)
	}
	return s
}

func (s tallySum) tally() (t Summary) {
	for i, n := range t.fields() {
		*n = int(s[i])
	}
	t.Outcomes[NoCall] = 0
	return t
}

// calls returns the number of calls, with those that are not listed.
func (s tallySum) calls() (n int) {
	for _, k := range s[numFields-len(Summary{}.Outcomes):] {
		n += int(k)
	}
	return n
}
