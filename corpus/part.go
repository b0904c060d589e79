package corpus

import "github.com/entrhq/forge-lsp/document"

// A Part is what was read of a source: of all of it, or of a piece. A [Session] takes the
// parts in their order.
type Part struct {
	tally *Tally // of the conversations that are lines of their own; nil for none
	rows  []Fact // theirs, where they are wanted

	// Of the session that the source is:
	events []event
	plain  map[told]int64 // replies without a call that are no rows
	told   told           // up to the end of the part
	waits  waiting
	more   *document.Labels
}

// More returns what the lines of the part that are no conversations of their own show of how
// agents call tools besides what [Reader.Labels] assume, with that; nil for nothing. The file is
// then to be read again with these.
func (p *Part) More() *document.Labels { return p.more }

// Alone reports whether all that counts in the part are conversations that are lines of their
// own. What comes before such lines changes nothing in their rows but the numbers of the lines.
func (p *Part) Alone() bool {
	return len(p.events) == 0 && len(p.plain) == 0 && p.told == told{} && p.more == nil
}

// shows adds what a line shows.
func (p *Part) shows(line string, r *Reader) {
	known := r.Labels
	if p.more != nil {
		known = p.more
	}
	if more := known.Contradicted(line, r.Options.Formats); more != nil {
		p.more = more
	}
}

// An event is something that happens in a session: a row, a reply that is none, or an
// answer.
type event struct {
	fact   *Fact // nil for a reply that is no row, and for an answer
	told   told  // in the part, up to here
	answer bool
	result string // of an answer
}

// waiting is whether a call waits for an answer: at the start of a part that is not known.
type waiting uint8

const (
	perhaps waiting = iota
	waits
	no
)

// add adds a row, or a reply that is none.
func (p *Part) add(e event) {
	if e.fact != nil && e.fact.Kind == Call {
		if p.events = append(p.events, e); e.fact.Meant {
			p.waits = waits
		}
		return
	}
	if e.fact == nil {
		if p.plain == nil {
			p.plain = map[told]int64{}
		}
		p.plain[e.told]++
	}
	// A reply ends the waiting. Where nothing waits it need not be known.
	if e.fact != nil || p.waits != no {
		p.events, p.waits = append(p.events, e), no
	}
}

// answer adds what was answered to a reply; "" where that is not known.
func (p *Part) answer(result string) {
	if p.waits != no {
		p.events, p.waits = append(p.events, event{answer: true, result: result}), no
	}
}

// conversation adds what was read of a line that is a session of its own.
func (p *Part) conversation(own *Part, c *conversation) {
	if p.tally == nil {
		p.tally = NewTally()
	}
	s := Session{tally: p.tally, line: c.line, Since: c.Since}
	if c.Rows {
		s.Row = func(f *Fact) error {
			p.rows = append(p.rows, *f)
			return nil
		}
	}
	s.Add(own)
	_ = s.End() // of Row, which has none
}
