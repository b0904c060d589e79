package stats

// A Part is the result of reading a source or some lines of it. A [Session] takes the parts
// in order.
type Part struct {
	tally *Tally // of the conversations that are lines of their own; may be nil
	rows  []Row  // their rows, if requested

	// For the session that is the source:
	events []event
	plain  map[meta]int64 // replies without a call that do not become rows
	meta   meta           // up to the end of the part
	waits  waiting
}

// Alone reports whether the part consists of conversations that are lines of their own, as far as
// it counts. The text before such lines affects only the line numbers in their rows.
func (p *Part) Alone() bool {
	return len(p.events) == 0 && len(p.plain) == 0 && p.meta == meta{}
}

// An event is an event in a session: a row, a reply without one, or an answer.
type event struct {
	fact   *Row // nil for a reply without a row, and for an answer
	meta   meta // in the part, up to the event
	answer bool
	id     string // of the native call that an answer names; "" for an answer to the last call
	result string // of an answer
}

// waiting is whether a call waits for an answer: unknown at the start of a part.
type waiting uint8

const (
	perhaps waiting = iota
	waits
	no
)

// add adds a row, or a reply without one.
func (p *Part) add(e event) {
	if e.fact != nil && e.fact.Kind == Call {
		if p.events = append(p.events, e); e.fact.Meant {
			p.waits = waits
		}
		return
	}
	if e.fact == nil {
		if p.plain == nil {
			p.plain = map[meta]int64{}
		}
		p.plain[e.meta]++
	}
	// A reply ends the wait. If nothing waits it need not be recorded.
	if e.fact != nil || p.waits != no {
		p.events, p.waits = append(p.events, e), no
	}
}

func (p *Part) answer(result string) {
	if p.waits != no {
		p.events, p.waits = append(p.events, event{answer: true, result: result}), no
	}
}

// answerTo adds the result of a native call, which is named, whatever waits.
func (p *Part) answerTo(results []event) { p.events = append(p.events, results...) }

// maxEvents is the maximum number of events of a part that is emptied on the way. An event with a
// row has one or two kilobytes.
const maxEvents = 256

func (p *Part) full() bool { return len(p.events)+len(p.plain) >= maxEvents }

// empty makes the part that follows this one in its session, in the same memory.
func (p *Part) empty() {
	clear(p.events)
	clear(p.plain)
	*p = Part{events: p.events[:0], plain: p.plain, meta: p.meta, waits: p.waits}
}

// conversation adds the result for a line that is a session of its own.
func (p *Part) conversation(c *conversation) {
	if p.tally == nil {
		p.tally = NewTally()
	}
	s := Session{tally: p.tally, line: c.line, Since: c.Since, Breaker: c.Breaker}
	if c.Rows {
		s.Row = func(f *Row) error {
			p.rows = append(p.rows, *f)
			return nil
		}
	}
	own := &Part{}
	c.deliver(own, func() bool {
		if own.full() {
			s.Add(own)
			own.empty()
		}
		return true
	})
	s.Add(own)
	_ = s.End() // from Row, which is nil
}
