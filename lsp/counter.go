package lsp

import (
	"sync"
	"time"
)

// counter counts something that goes up and down, and tells when it is zero.
type counter struct {
	mu   sync.Mutex
	n    int
	zero chan struct{} // closed when n is zero; nil while nobody waits
}

func (c *counter) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
	if c.n <= 0 && c.zero != nil {
		close(c.zero)
		c.zero = nil
	}
}

// wait returns when the counter is zero, or after limit.
func (c *counter) wait(limit time.Duration) {
	c.mu.Lock()
	if c.n <= 0 {
		c.mu.Unlock()
		return
	}
	if c.zero == nil {
		c.zero = make(chan struct{})
	}
	zero := c.zero
	c.mu.Unlock()

	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-zero:
	case <-timer.C:
	}
}
