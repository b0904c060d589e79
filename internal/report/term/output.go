package term

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// A Output is standard output, of which it keeps the first error: a command need not look at
// each write, and help and completions do not.
type Output struct {
	own io.Writer // as it was given

	mu  sync.Mutex
	err error
}

// NewOutput returns w as standard output.
func NewOutput(w io.Writer) *Output { return &Output{own: w} }

// Write implements [io.Writer].
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.own.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
	}
	return n, err
}

// Failed returns the first error, or nil.
func (o *Output) Failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Own returns standard output for a protocol, whose commands decide what it means that
// nobody reads it.
func Own(w io.Writer) io.Writer {
	if o, ok := w.(*Output); ok {
		return o.own
	}
	return w
}

// fileOf returns the file that a stream is, if it is one.
func fileOf(stream any) (f *os.File, ok bool) {
	if o, is := stream.(*Output); is {
		stream = o.own
	}
	f, ok = stream.(*os.File)
	return f, ok
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := fileOf(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}
