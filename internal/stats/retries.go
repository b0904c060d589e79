package stats

// A RetryFinder finds the retries of refused calls: the calls of the same tool that come directly
// after one, up to the first that is not refused. Calls are added in order, and delivered in the
// same order.
type RetryFinder[C any] struct {
	// Info returns the relevant facts about a call.
	Info func(*C) CallInfo
	// Out receives each call with the facts about its retries.
	Out func(c *C, t Retry[C])

	waiting []C // of one tool, the first of them refused
}

// A CallInfo holds the facts about a call that decide whether it is a retry.
type CallInfo struct {
	Server, Tool string
	// Message is the number of its message, 0 if it is not known. A call is not a retry of another one in its own
	// message: the agent had no answer yet.
	Message int
	// Reply reports whether an agent wrote it, so that it can be retried.
	Reply bool
	// Refused reports whether it does not run.
	Refused bool
	// Apart reports whether the previous call is of another session.
	Apart bool
}

// A Retry describes the place of a call in a chain of retries: a refused call and its retries.
type Retry[C any] struct {
	// Of is the refused call that the chain starts with; nil for it and for any other call.
	Of *C
	// Chain is the number of calls in the chain, 0 for a call that is not in one, and After
	// the number of them after this one.
	Chain, After int
	// Recovered reports whether the last call of the chain is not refused.
	Recovered bool
}

// maxWaiting is the number of calls that wait at most for a retry, or for the result of a native call.
const maxWaiting = 256

// Add adds a call.
func (f *RetryFinder[C]) Add(c C) {
	info := f.Info(&c)
	if len(f.waiting) > 0 {
		first, last := f.Info(&f.waiting[0]), f.Info(&f.waiting[len(f.waiting)-1])
		if !info.Reply || info.Apart || info.Message > 0 && info.Message == last.Message || info.Tool != first.Tool || info.Server != first.Server || len(f.waiting) >= maxWaiting {
			f.Flush()
		}
	}
	switch waits := info.Reply && info.Tool != "" && info.Refused; {
	case waits || len(f.waiting) > 0:
		f.waiting = append(f.waiting, c)
		if !waits {
			f.Flush()
		}
	default:
		f.Out(&c, Retry[C]{})
	}
}

// Flush delivers the waiting calls: nothing retries them.
func (f *RetryFinder[C]) Flush() {
	chain := len(f.waiting)
	recovered := chain > 0 && !f.Info(&f.waiting[chain-1]).Refused
	for i := range f.waiting {
		retry := Retry[C]{Chain: chain, After: chain - 1 - i, Recovered: recovered}
		if i > 0 {
			retry.Of = &f.waiting[0]
		}
		f.Out(&f.waiting[i], retry)
	}
	clear(f.waiting)
	f.waiting = f.waiting[:0]
}
