package lsp

import "context"

// makers is the number of messages of any size that are created concurrently, which bounds
// the memory in use when the outbox is full.
const makers = 8

// A maker is the creation of one message, on one goroutine.
type maker struct {
	out     *outbox
	started bool
}

type makerKey struct{}

// withMaker returns a context for [makeRoom], and a function to call when the message
// is created.
func withMaker(ctx context.Context, o *outbox) (context.Context, func()) {
	m := &maker{out: o}
	return context.WithValue(ctx, makerKey{}, m), func() {
		if m.started {
			<-o.making
		}
	}
}

// makeRoom waits until there is room for the message that is created with a context, and
// few others are being created.
func makeRoom(ctx context.Context) error {
	m, _ := ctx.Value(makerKey{}).(*maker)
	if m == nil || m.started {
		return nil
	}
	select {
	case m.out.making <- struct{}{}:
		m.started = true
		return m.out.room(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}
