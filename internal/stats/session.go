package stats

import (
	"cmp"
	"slices"
)

// A Session produces the rows of a source: it keeps the context of earlier lines.
type Session struct {
	*Reader
	tally   *Tally
	row     func(*Row) // of the reader; may be nil
	line    int        // of a conversation that is a line of its own
	started bool
	number  int // of calls
	meta    meta
	last    *Row   // a call that the next answer is about
	waiting []*Row // calls up to now, from the first one that waits for its answer
	retries RetryFinder
	failed  int // calls in a row
	tripped bool
	leaked  int // the message of the last call, plus one, if that leaked; otherwise 0
}

// NewSession returns the session of a source of which nothing was read.
func NewSession(r *Reader) *Session { return &Session{Reader: r, tally: NewTally(), row: r.Row} }

// Tally returns the counts of what was read. They are complete after [Session.End].
func (s *Session) Tally() *Tally { return s.tally }

// Add adds what [Reader.Lines] returned. Lines must be added in order.
func (s *Session) Add(l *Lines) {
	for _, e := range l.events {
		s.take(e)
	}
	s.meta = l.meta.over(s.meta)
	if l.tally != nil {
		s.tally.Merge(l.tally)
	}
	for i := range l.rows {
		s.emit(&l.rows[i])
	}
}

// End ends the session.
func (s *Session) End() {
	s.last = nil
	s.settle(0)
	s.retries.Flush()
}

// take adds what happens next.
func (s *Session) take(e event) {
	if e.row == nil {
		s.answered(e)
	} else {
		row, t := e.row, e.meta.over(s.meta)
		row.Model, row.Day, row.Prompt, row.Session = t.model, dayName(t.day), t.prompt, s.line
		if row.Kind == Call {
			s.number++
			row.Number = s.number
		}
		if s.last = nil; row.Meant && row.Kind == Call && row.ID == "" {
			s.last = row
		}
		s.waiting = append(s.waiting, row)
	}
	s.settle(maxWaiting)
}

// answered gives a call its result.
func (s *Session) answered(e event) {
	if e.id == "" {
		if s.last != nil {
			s.last.Result, s.last = e.result, nil
		}
		return
	}
	for _, f := range s.waiting {
		if f.ID == e.id && f.Result == "" {
			f.Result = e.result
			return
		}
	}
}

// settle passes on, in order, the calls that do not wait for their answer, and the oldest if more than so many wait.
func (s *Session) settle(most int) {
	n := 0
	for n < len(s.waiting) && (len(s.waiting)-n > most || s.waiting[n] != s.last && (s.waiting[n].ID == "" || s.waiting[n].Result != "")) {
		if f := s.waiting[n]; f.Kind == Call {
			s.retries.Add(infoOf(f), func(t Retry) { s.retried(f, t) })
		} else {
			s.retried(f, Retry{}) // nothing retries it
		}
		n++
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
}

func infoOf(f *Row) CallInfo {
	server := f.Server
	if f.Form == Native || f.Form == Other {
		server = Native // not one of a call of Forge
	}
	return CallInfo{
		Server: server, Tool: f.Tool, Message: f.Message, Reply: f.Meant,
		Refused: !f.runs(), Number: f.Number,
	}
}

// retried passes on a row when it is known whether it is retried.
func (s *Session) retried(f *Row, t Retry) {
	f.Retries, f.RetryOf = t.After, t.Of
	if t.Chain > 0 {
		f.Ended = GivenUp
		if t.Recovered {
			f.Ended = Recovered
		}
	}
	s.breaker(f)
	if f.Day < s.Since {
		return
	}
	f.First, s.started = !s.started, true
	s.tally.Add(f)
	f.Example = nil // it is not held longer
	s.emit(f)
}

// breaker marks the call with which the session first has too many failed calls in a row, and one that leaks after another.
func (s *Session) breaker(f *Row) {
	switch {
	case f.Kind == Reply || !f.Meant:
		return
	case !f.failed():
		s.failed = 0
	default:
		s.failed++
		f.Tripped = !s.tripped && s.failed == cmp.Or(s.Breaker, DefaultBreaker)
		s.tripped = s.tripped || f.Tripped
	}
	last := s.leaked
	if s.leaked = 0; f.Kind == Leaked {
		s.leaked = f.Message + 1
		f.Again = last > 0 && (f.Message == 0 || last != s.leaked)
	}
}

func (s *Session) emit(f *Row) {
	if s.row != nil {
		s.row(f)
	}
}
