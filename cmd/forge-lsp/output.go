package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
)

// A standardOutput is standard output, of which it keeps the first error: a command need not look at
// each write, and help and completions do not.
type standardOutput struct {
	own io.Writer // as it was given
	to  io.Writer // colors an older Windows console

	mu  sync.Mutex
	err error
}

func newOutput(w io.Writer) *standardOutput { return &standardOutput{own: w, to: colorWriter(w)} }

// Write implements [io.Writer].
func (o *standardOutput) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
	}
	return n, err
}

// failure returns the error of a command whose output could not be written, with the error that
// the command returned; nil if it was written, and the command's own exit code decides.
func (o *standardOutput) failure(err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("cannot write the output: %w", o.err), without(err, o.err))
}

// without returns an error without the parts that another one caused, and without exit codes.
func without(err, cause error) error {
	var code exitCode
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var left []error
		for _, e := range joined.Unwrap() {
			left = append(left, without(e, cause))
		}
		return errors.Join(left...)
	}
	if errors.Is(err, cause) || errors.As(err, &code) {
		return nil
	}
	return err
}

// ownOutput returns standard output for a protocol, whose commands decide what it means that
// nobody reads it.
func ownOutput(w io.Writer) io.Writer {
	if o, ok := w.(*standardOutput); ok {
		return o.own
	}
	return w
}

// fileOf returns the file that a stream is, if it is one.
func fileOf(stream any) (f *os.File, ok bool) {
	if o, is := stream.(*standardOutput); is {
		stream = o.own
	}
	f, ok = stream.(*os.File)
	return f, ok
}

// isClosed reports whether the reader of the output has closed it: `forge-lsp check . | head` is
// not a failure to report.
func isClosed(err error) bool { return errors.Is(err, syscall.EPIPE) }
