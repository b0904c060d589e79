package term

import (
	"bufio"
	"io"
	"os"

	"golang.org/x/term"
)

// An Output is standard output, buffered: who runs a command writes out what is left at its end, and learns of the first
// error.
type Output struct {
	*bufio.Writer
	own io.Writer // as it was given
}

// NewOutput returns w as standard output.
func NewOutput(w io.Writer) *Output { return &Output{bufio.NewWriter(w), w} }

// Beside lets the output give way to a progress. Nothing may have been written yet.
func (o *Output) Beside(p *Progress) { o.Reset(p.Beside(o.own)) }

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
