package corpus

// Tries finds retries of refused calls: the calls of the same tool that come directly after
// one, up to the first that is not refused. Calls are added in order, and delivered in the
// same order.
type Tries[C any] struct {
	// About returns the relevant facts about a call.
	About func(*C) About
	// Out receives each call with the facts about its retries.
	Out func(c *C, t Try[C])

	waiting []C // of one tool, the first of them refused; with unrelated ones in between
}

// About are the facts about a call that decide whether it is retried.
type About struct {
	Server, Tool string
	// Reply reports whether an agent wrote it, so that it can be retried.
	Reply bool
	// Refused reports whether it does not run.
	Refused bool
	// Aside reports whether it is not one of the calls, for example a leaked one.
	Aside bool
	// Apart reports whether the previous call is of another session.
	Apart bool
}

// A Try describes a refused call, or a retry of one.
type Try[C any] struct {
	// Of is the refused call that the chain starts with; nil for it and for any other call.
	Of *C
	// Chain is the number of calls in the chain, 0 for a call that is not in one, and After
	// the number of them after this one.
	Chain, After int
	// Recovered reports whether the last call of the chain is not refused.
	Recovered bool
}

// maxWaiting is the maximum number of waiting calls.
const maxWaiting = 1000

// Add adds a call.
func (t *Tries[C]) Add(c C) {
	about := t.About(&c)
	if !about.Aside && len(t.waiting) > 0 {
		first := t.About(&t.waiting[0])
		if !about.Reply || about.Apart || about.Tool != first.Tool || about.Server != first.Server || len(t.waiting) >= maxWaiting {
			t.Flush()
		}
	}
	switch waits := !about.Aside && about.Reply && about.Tool != "" && about.Refused; {
	case waits || len(t.waiting) > 0:
		t.waiting = append(t.waiting, c)
		if !about.Aside && !waits {
			t.Flush()
		}
	default:
		t.Out(&c, Try[C]{})
	}
}

// Flush delivers the waiting calls: nothing retries them.
func (t *Tries[C]) Flush() {
	after, recovered := 0, false
	for i := len(t.waiting) - 1; i >= 0; i-- {
		if about := t.About(&t.waiting[i]); !about.Aside {
			if after == 0 {
				recovered = !about.Refused
			}
			after++
		}
	}
	chain := after
	for i := range t.waiting {
		c := &t.waiting[i]
		if t.About(c).Aside {
			t.Out(c, Try[C]{})
			continue
		}
		after--
		try := Try[C]{Chain: chain, After: after, Recovered: recovered}
		if i > 0 {
			try.Of = &t.waiting[0]
		}
		t.Out(c, try)
	}
	clear(t.waiting)
	t.waiting = t.waiting[:0]
}
