package lsp

import "context"

// makers is how many messages of any size are made at once, so that what is under way when
// there is no more room is little.
const makers = 8

// A maker is who makes one message, on one goroutine.
type maker struct {
	out     *outbox
	started bool
}

type makerKey struct{}

// withMaker returns a context with which [makeRoom] can be called, and what to call
// when the message is made.
func withMaker(ctx context.Context, o *outbox) (context.Context, func()) {
	m := &maker{out: o}
	return context.WithValue(ctx, makerKey{}, m), func() {
		if m.started {
			<-o.making
		}
	}
}

// makeRoom waits until there is room for the message that is made with a context, and few
// others are being made.
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
