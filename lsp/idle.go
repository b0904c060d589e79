package lsp

import (
	"sync"
	"time"
)

// idleAfter is how long a session is quiet before it is idle. It does not delay
// anything.
const idleAfter = 2 * time.Second

// idle calls a function when a session has been quiet for a while. A nil one does
// nothing.
type idle struct {
	after time.Duration
	timer *time.Timer
}

// newIdle returns nil if there is nothing to call.
func newIdle(after time.Duration, call func()) *idle {
	if call == nil {
		return nil
	}
	var calling sync.Mutex // a call can take longer than the session is quiet
	return &idle{after, time.AfterFunc(after, func() {
		calling.Lock()
		defer calling.Unlock()
		call()
	})}
}

// busy records activity. It is safe for concurrent use.
func (i *idle) busy() {
	if i != nil {
		i.timer.Reset(i.after)
	}
}

// stop ends the session's calls, but not one that is in progress.
func (i *idle) stop() {
	if i != nil {
		i.timer.Stop()
	}
}
