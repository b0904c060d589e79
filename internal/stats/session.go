package stats

import (
	"cmp"
	"slices"
)

// A Session produces rows from parts: it keeps the context of earlier parts.
type Session struct {
	// Row receives each row; nil if only the tally is needed. The row is valid until Row
	// returns.
	Row func(*Row) error

	// Since is the day, as 2006-01-02, before which rows are omitted, as are those of
	// unknown days; "" for none.
	Since string

	// Breaker is the number of failed calls in a row, refused ones or with an error as their
	// result, that trip a circuit breaker; 0 means [DefaultBreaker].
	Breaker int

	tally   *Tally
	line    int // of a conversation that is a line of its own
	started bool
	number  int // of calls
	meta    meta
	last    *Row   // a call that the next answer is about
	waiting []*Row // calls up to now, from the first one that waits for its answer
	retries RetryFinder[Row]
	failed  int // calls in a row
	tripped bool
	leaked  int   // the message of the last call, plus one, if that leaked; otherwise 0
	err     error // of Row
}

// DefaultBreaker is the number of failed calls in a row that trip a circuit breaker.
const DefaultBreaker = 5

// maxUnanswered is the number of calls that wait at most for the result of a native call.
const maxUnanswered = 256

// NewSession returns a session without any parts.
func NewSession() *Session { return &Session{tally: NewTally()} }

// Tally returns the counts of the parts. They are complete after [Session.End].
func (s *Session) Tally() *Tally { return s.tally }

// Add adds a part. Parts must be added in order.
func (s *Session) Add(p *Part) {
	for i := range p.events {
		s.add(&p.events[i])
	}
	for t, n := range p.plain {
		t = t.over(s.meta)
		day := dayName(t.day)
		if day < s.Since {
			continue
		}
		s.tally.replies(t.model, day, t.prompt, n)
		if !s.started {
			s.started = true
			s.tally.Sessions++
		}
	}
	s.meta = p.meta.over(s.meta)
	if p.tally != nil {
		s.tally.Merge(p.tally)
	}
	for i := range p.rows {
		s.row(&p.rows[i])
	}
}

// End ends the session. The error is the first that Row returned.
func (s *Session) End() error {
	s.last = nil
	s.settle(0)
	if s.retries.Out != nil {
		s.retries.Flush()
	}
	return s.err
}

func (s *Session) add(e *event) {
	if e.answer {
		s.answered(e)
		s.settle(maxUnanswered)
		return
	}
	s.last = nil
	f := e.fact
	if f == nil {
		s.settle(maxUnanswered)
		return
	}
	t := e.meta.over(s.meta)
	f.Model, f.Day, f.Prompt, f.Session = t.model, dayName(t.day), t.prompt, s.line
	if f.Kind == Call {
		s.number++
		f.Number = s.number
	}
	if f.Meant && f.Kind == Call && f.ID == "" {
		s.last = f
	}
	s.waiting = append(s.waiting, f)
	s.settle(maxUnanswered)
}

// answered gives a call its result.
func (s *Session) answered(e *event) {
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

// settle passes on the calls that do not wait for their answer, in order, and those before which so
// many wait.
func (s *Session) settle(most int) {
	n := 0
	for n < len(s.waiting) && (len(s.waiting)-n > most || s.waiting[n] != s.last && (s.waiting[n].ID == "" || s.waiting[n].Result != "")) {
		if f := s.waiting[n]; f.Kind == Call {
			s.try(f)
		} else {
			s.retried(f, Retry[Row]{}) // nothing retries it
		}
		n++
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
}

// try passes a row on as soon as it is known whether it is retried.
func (s *Session) try(f *Row) {
	if s.retries.Out == nil {
		s.retries = RetryFinder[Row]{Info: infoOf, Out: s.retried}
	}
	s.retries.Add(*f)
}

func infoOf(f *Row) CallInfo {
	server := f.Server
	if f.Form == Native || f.Form == Other {
		server = Native // not one of a call of Forge
	}
	return CallInfo{
		Server: server, Tool: f.Tool, Message: f.Message, Reply: f.Meant,
		Refused: !f.runs(),
	}
}

func (s *Session) retried(f *Row, t Retry[Row]) {
	if f.Kind == Call {
		f.Retries = t.After
		if t.Of != nil {
			f.RetryOf = t.Of.Number
		}
		if t.Chain > 0 {
			f.Ended = GivenUp
			if t.Recovered {
				f.Ended = Recovered
			}
		}
	}
	s.breaker(f)
	if f.Day < s.Since {
		return
	}
	f.First, s.started = !s.started, true
	s.tally.Add(f)
	f.Example = nil // it is not held longer
	s.row(f)
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

func (s *Session) row(f *Row) {
	if s.Row != nil && s.err == nil {
		s.err = s.Row(f)
	}
}
