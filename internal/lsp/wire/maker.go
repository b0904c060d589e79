package wire

import "context"

// A maker is the creation of one message, on one goroutine.
type maker struct {
	out     *outbox
	started bool
}

type makerKey struct{}

// WithMaker returns a context for [MakeRoom], and a function to call when the message
// is created.
func (s *Stream) WithMaker(ctx context.Context) (context.Context, func()) {
	m := &maker{out: s.out}
	return context.WithValue(ctx, makerKey{}, m), func() {
		if m.started {
			<-m.out.making
		}
	}
}

// MakeRoom waits until there is room for the message that is created with a context, and
// few others are being created.
func MakeRoom(ctx context.Context) error {
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
