package stats

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// A Reader reads the text of a source, as a whole or some lines at a time. It is safe for concurrent
// use.
type Reader struct {
	// Path is the name of the source in the rows.
	Path string
	// Kind is how the source is read, and Options are the options for checking its calls.
	// Levels of rules and comments that disable rules do not affect the rows.
	Kind    document.Kind
	Options diagnostics.Options
	// Labels are what all lines of a file that are not conversations of their own show: see [ShownBy].
	Labels *document.Labels
	// Rows reports whether rows are requested in addition to counts.
	Rows bool
	// Examples reports whether calls that do not run as written, and those that leaked, are
	// requested: see [Tally.Examples].
	Examples bool
	// Since and Breaker are as in [Session].
	Since   string
	Breaker int
}

// A Place is the start of a piece of a file: the number of bytes and line ends before
// it.
type Place struct{ Offset, Line int }

// Read reads a whole source. A part is valid until the next one: rows are made as they are
// taken, because those of a large source have several times its size. A file with one record per
// line is one part.
func (r *Reader) Read(text string) iter.Seq[*Part] {
	return func(yield func(*Part) bool) {
		if r.Kind == document.JSON && transcript.IsLines(text) {
			yield(r.allLines(text))
		} else {
			r.whole(text, yield)
		}
	}
}

func (r *Reader) allLines(text string) *Part {
	whole := *r
	whole.Labels = ShownBy(transcript.Find(text), nil)
	return whole.Lines(text, Place{})
}

// ShownBy is [document.ShownBy] for those of some lines that are not conversations of their own.
func ShownBy(found transcript.Found, known *document.Labels) *document.Labels {
	outline := transcript.NewOutline()
	isAlone := func(line string) (alone bool) {
		outline.Entries(line, func(e *transcript.Entry) { alone = alone || e.Alone })
		return alone
	}
	var rest strings.Builder
	for i, s := range found.Lines {
		for line := range strings.Lines(found.Text[s.Start:s.End]) {
			alone := isAlone(line)
			if i == 0 && rest.Len() == 0 && !alone { // as a rule none is, and they add nothing
				if all := known.Add(document.ShownBy(found, known)); all == known {
					return nil
				}
			}
			if !alone {
				rest.WriteString(line)
			}
		}
	}
	return document.ShownBy(transcript.Find(rest.String()), known)
}

// whole reads a source that is one session.
func (r *Reader) whole(text string, yield func(*Part) bool) {
	c := conversation{Reader: r, text: text, asked: true, native: true}
	if r.Kind == document.JSON {
		transcript.NewOutline().Entries(text, c.add)
		if document.Relevant(text, r.Kind) {
			c.calls = r.calls(document.ReadWith(text, r.Kind, r.Options.ReadOptions()), Place{}, true)
		}
	} else {
		file := document.ReadWith(text, r.Kind, r.Options.ReadOptions())
		c.calls = r.calls(file, Place{}, true)
		c.messages(file)
	}
	p, goesOn := &Part{}, true
	c.deliver(p, func() bool {
		if p.full() {
			goesOn = yield(p)
			p.empty()
		}
		return goesOn
	})
	if goesOn {
		yield(p)
	}
}

// Lines reads lines of a file with one record per line, which start at a place. A
// line whose record has a list of messages is a session of its own. The text may be reused
// when Lines returns.
func (r *Reader) Lines(text string, at Place) *Part {
	p := &Part{}
	outline := transcript.NewOutline()
	c := conversation{Reader: r, line: at.Line + 1}
	add := c.add
	simple := strings.IndexByte(text, '\r') < 0 // a line ends with a line feed only
	next, stop := iter.Pull(transcript.CallLines(text, false))
	defer stop()
	line, more := next()
	for begin := 0; begin < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[begin:], '\n'); n >= 0 {
			end = begin + n + 1
		}
		c.text, c.offset = text[begin:end], at.Offset+begin
		calls := more && line.Start == begin
		c.asked, c.native = calls || p.waits != no, calls || r.Labels.ShowsNative()
		outline.Entries(c.text, add)
		if calls {
			c.calls = c.inspect(outline)
			line, more = next()
		}
		c.finish(p)
		if simple {
			c.line++
		} else {
			c.line += lineEnds(c.text)
		}
		begin = end
	}
	return p
}
