package main

import (
	"io"
	"os"
	"sync"

	"github.com/mattn/go-colorable"
	"golang.org/x/term"
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

// failed returns the first error, or nil.
func (o *standardOutput) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
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

// colorWriter returns w itself, or a writer that colors an older Windows
// console.
func colorWriter(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok {
		return colorable.NewColorable(f)
	}
	return w
}

func isTerminal(stream any) bool {
	f, ok := fileOf(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}
