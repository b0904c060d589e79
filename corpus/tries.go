package corpus

// Tries finds which calls try a refused one again: the calls of the same tool that come
// directly after it, up to the first that is not refused. Calls are added in order, and come
// out in the same order.
type Tries[C any] struct {
	// About tells what matters of a call.
	About func(*C) About
	// Out gets each call with what is known of it.
	Out func(c *C, t Try[C])

	waiting []C // of one tool, the first of them refused; those aside between
}

// About is what matters of a call for whether it is tried again.
type About struct {
	Server, Tool string
	// Reply is whether an agent wrote it, so that it can be tried again.
	Reply bool
	// Refused is whether it does not run.
	Refused bool
	// Aside is whether it is none of the calls, as one that leaked.
	Aside bool
	// Apart is whether the call before it is of another session.
	Apart bool
}

// A Try is what is known of a call that is refused, or tries one that is.
type Try[C any] struct {
	// Of is the refused call that the chain starts with; nil for it and for any other call.
	Of *C
	// Chain is how many calls the chain has, 0 for a call that is in none, and After how many
	// of them come after this one.
	Chain, After int
	// Recovered is whether the last call of the chain is not refused.
	Recovered bool
}

// maxWaiting is how many calls wait, at most.
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

// Flush hands out the calls that wait: nothing tries them again.
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
