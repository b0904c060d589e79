package corpus

// A Session produces rows from parts: it keeps the context of earlier parts.
type Session struct {
	// Row receives each row; nil if only the tally is needed. The row is valid until Row
	// returns.
	Row func(*Fact) error

	// Since is the day, as 2006-01-02, before which rows are omitted, as are those of
	// unknown days; "" for none.
	Since string

	tally   *Tally
	line    int // of a conversation that is a line of its own
	started bool
	number  int // of calls
	meta    meta
	last    *Fact // a call that waits for its answer
	retries RetryFinder[Fact]
	before  before
	err     error // of Row
}

// before counts the calls of a session that were meant to run, up to one of them.
type before struct {
	calls, refused int
	rules          map[string]int
}

// tell sets the facts of a row that depend on earlier rows, and counts it.
func (b *before) tell(f *Fact) {
	f.Earlier, f.EarlierRefused = b.calls, b.refused
	b.calls++
	b.refused += int(one(!f.runs()))
	if b.rules == nil {
		b.rules = map[string]int{}
	}
	some := false
	counts := make([]int, len(f.Rules))
	for i, code := range f.Rules {
		counts[i] = b.rules[code]
		b.rules[code]++
		some = some || counts[i] > 0
	}
	if some {
		f.EarlierRules = counts
	}
}

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
	s.settle()
	if s.retries.Out != nil {
		s.retries.Flush()
	}
	return s.err
}

func (s *Session) add(e *event) {
	if e.answer {
		if s.last != nil {
			s.last.Result = e.result
		}
		s.settle()
		return
	}
	s.settle()
	f := e.fact
	if f == nil {
		return
	}
	t := e.meta.over(s.meta)
	f.Model, f.Day, f.Prompt, f.Session = t.model, dayName(t.day), t.prompt, s.line
	switch {
	case f.Kind != Call:
		s.retried(f, Retry[Fact]{}) // nothing retries it
		return
	case f.Meant:
		s.last = f
	}
	s.number++
	f.Number = s.number
	if !f.Meant {
		s.try(f)
	}
}

// settle ends a call's wait for its answer.
func (s *Session) settle() {
	if s.last != nil {
		s.try(s.last)
		s.last = nil
	}
}

// try passes a row on as soon as it is known whether it is retried.
func (s *Session) try(f *Fact) {
	if s.retries.Out == nil {
		s.retries = RetryFinder[Fact]{Info: infoOf, Out: s.retried}
	}
	s.retries.Add(*f)
}

func infoOf(f *Fact) CallInfo {
	return CallInfo{
		Server: f.Server, Tool: f.Tool, Message: f.Message, Reply: f.Meant,
		Refused: !f.runs(),
	}
}

func (s *Session) retried(f *Fact, t Retry[Fact]) {
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
	if f.Day < s.Since {
		return
	}
	if f.Kind == Call && f.Meant {
		s.before.tell(f)
	}
	f.First, s.started = !s.started, true
	s.tally.Add(f)
	f.Malformed = nil // its text keeps the file's alive
	s.row(f)
}

func (s *Session) row(f *Fact) {
	if s.Row != nil && s.err == nil {
		s.err = s.Row(f)
	}
}
