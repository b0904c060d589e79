package stats

// Lines is the result of reading some lines of a source. A [Session] takes them in order.
type Lines struct {
	tally *Tally // of the conversations that are lines of their own; may be nil
	rows  []Row  // their rows, if requested

	// For the session that is the source:
	events  []event
	replies map[meta]int64 // without a call and a row, where no call waits for an answer
	meta    meta           // up to the last line
	waits   waiting
}

// Alone reports whether all lines are conversations of their own, as far as they count. The text before
// such lines affects only the line numbers in their rows.
func (l *Lines) Alone() bool {
	return len(l.events) == 0 && len(l.replies) == 0 && l.meta == meta{}
}

// waiting is whether a call waits for an answer: unknown at the first line.
type waiting uint8

const (
	perhaps waiting = iota
	waits
	no
)

// conversation adds a line.
func (l *Lines) conversation(c *conversation) {
	if !c.alone {
		c.deliver(&l.meta, l.take)
		return
	}
	if l.tally == nil {
		l.tally = NewTally()
	}
	var row func(*Row) error
	if c.Row != nil {
		row = func(row *Row) error {
			l.rows = append(l.rows, *row)
			return nil
		}
	}
	s := newSession(c.Reader, l.tally, row, c.line)
	c.deliver(&meta{}, s.take)
	_ = s.End() // of row, which returns none
}

// take keeps an event that changes anything.
func (l *Lines) take(e event) {
	switch {
	case e.answer && e.id != "": // it is named, whatever waits
	case e.row != nil && e.row.Kind == Call:
		if e.row.Meant {
			l.waits = waits
		}
	case e.row == nil && l.waits == no:
		if !e.answer {
			if l.replies == nil {
				l.replies = map[meta]int64{}
			}
			l.replies[e.meta]++
		}
		return
	default: // a reply ends the wait as an answer does
		l.waits = no
	}
	l.events = append(l.events, e)
}
