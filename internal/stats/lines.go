package stats

// Lines is the result of reading some lines of a source. A [Session] takes them in order.
type Lines struct {
	tally *Tally // of the conversations that are lines of their own; may be nil
	rows  []Row  // their rows, if requested

	// For the session that is the source:
	events []event
	meta   meta // up to the last line
}

// Alone reports whether all lines are conversations of their own, as far as they count. The text before
// such lines affects only the line numbers in their rows.
func (l *Lines) Alone() bool { return len(l.events) == 0 && l.meta == meta{} }

// conversation adds a line.
func (l *Lines) conversation(c *conversation) {
	if !c.alone {
		c.deliver(&l.meta, func(e event) { l.events = append(l.events, e) })
		return
	}
	if l.tally == nil {
		l.tally = NewTally()
	}
	var row func(*Row)
	if c.Row != nil {
		row = func(row *Row) { l.rows = append(l.rows, *row) }
	}
	s := &Session{Reader: c.Reader, tally: l.tally, row: row, line: c.line}
	c.deliver(&meta{}, s.take)
	s.End()
}
