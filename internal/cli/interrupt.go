package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// An interruptedError is the error when a signal ended the command, which reports what
// it has done.
type interruptedError struct {
	signal os.Signal
	done   string
}

func (e *interruptedError) Error() string {
	if e.done == "" {
		return "interrupted"
	}
	return "interrupted; " + e.done
}

// code returns the exit code that a shell gives to a command that the signal ends.
func (e *interruptedError) code() int {
	if e.signal == syscall.SIGTERM {
		return ExitTerminated
	}
	return ExitInterrupted
}

// Interruptible returns a context that a signal ends. It takes effect between two files, never
// in a write. A second one ends the program immediately, and still leaves each file whole.
func Interruptible(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(&interruptedError{signal: s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// Interrupted returns err or, if a signal ended the command, an error with what was done.
func Interrupted(ctx context.Context, err error, done string, args ...any) error {
	cause := &interruptedError{}
	if errors.As(context.Cause(ctx), &cause) {
		return &interruptedError{cause.signal, fmt.Sprintf(done, args...)}
	}
	return err
}
