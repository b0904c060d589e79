package lsp

import (
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestIdle checks that a session is idle after the last activity, each time.
func TestIdle(t *testing.T) {
	called := make(chan struct{}, 100)
	c := start(t, Options{Idle: func() { called <- struct{}{} }, idleAfter: time.Millisecond}, `{}`)
	for range 3 {
		wantError(t, c.Call("no/such", `{}`), methodNotFound)
		for len(called) > 0 {
			<-called
		}
		c.open(aURI, 1, "&")
		c.AwaitVersion(aURI, 1)
		select {
		case <-called:
		case <-time.After(wire.Deadline):
			t.Fatal("not idle after an analysis")
		}
	}
	if newIdle(time.Millisecond, nil) != nil {
		t.Error("idle for nobody")
	}
	(*idle)(nil).busy()
	(*idle)(nil).stop()
}
