package stats

// A RetryFinder finds the retries of refused calls: the calls of the same tool that come directly
// after one, up to the first that is not refused. Calls are added in order, and told in the same order.
type RetryFinder struct {
	waiting []waitingCall // of one tool, the first of them refused
}

type waitingCall struct {
	CallInfo
	tell func(Retry)
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
	// Number is the number of the call in its session.
	Number int
}

// A Retry describes the place of a call in a chain of retries: a refused call and its retries.
type Retry struct {
	// Of is the number of the refused call that the chain starts with; 0 for it and for any other call.
	Of int
	// Chain is the number of calls in the chain, 0 for a call that is not in one, and After
	// the number of them after this one.
	Chain, After int
	// Recovered reports whether the last call of the chain is not refused.
	Recovered bool
}

// maxWaiting is the number of calls that wait at most for a retry, or for the result of a native call.
const maxWaiting = 256

// Add adds a call. tell gets the facts about its retries, when they are known.
func (f *RetryFinder) Add(c CallInfo, tell func(Retry)) {
	if n := len(f.waiting); n > 0 {
		last := f.waiting[n-1]
		if !c.Reply || c.Apart || c.Message > 0 && c.Message == last.Message || c.Tool != last.Tool || c.Server != last.Server || n >= maxWaiting {
			f.Flush()
		}
	}
	switch waits := c.Reply && c.Tool != "" && c.Refused; {
	case waits || len(f.waiting) > 0:
		f.waiting = append(f.waiting, waitingCall{c, tell})
		if !waits {
			f.Flush()
		}
	default:
		tell(Retry{})
	}
}

// Flush tells about the waiting calls: nothing retries them.
func (f *RetryFinder) Flush() {
	chain := len(f.waiting)
	for i, c := range f.waiting {
		retry := Retry{Chain: chain, After: chain - 1 - i, Recovered: !f.waiting[chain-1].Refused}
		if i > 0 {
			retry.Of = f.waiting[0].Number
		}
		c.tell(retry)
	}
	clear(f.waiting)
	f.waiting = f.waiting[:0]
}
