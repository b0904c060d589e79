package text

import (
	"errors"
	"io"
	"iter"
)

// Chunks iterates over the bytes from start to end in pieces, in order. None is
// empty or copied, and as much as there is of one string is one piece: a text
// that was never edited is a single one.
func (t Text) Chunks(start, end int) iter.Seq[string] {
	t.check(start, end)
	return func(yield func(string) bool) {
		if start == end {
			return
		}
		if t.whole != nil {
			yield((*t.whole)[start:end])
			return
		}
		var piece window
		for before, c := range t.chunks.From(after(start)) {
			next := c.window().clip(start-before.bytes, end-before.bytes)
			switch {
			case piece.extends(next):
				piece.end = next.end
			case piece.len() > 0 && !yield(piece.text()):
				return
			default:
				piece = next
			}
			if before.bytes+int(c.bytes) >= end {
				break
			}
		}
		yield(piece.text())
	}
}

// Backward iterates over the pieces of [Text.Chunks] from the last to the first.
func (t Text) Backward(start, end int) iter.Seq[string] {
	t.check(start, end)
	return func(yield func(string) bool) {
		if start == end {
			return
		}
		if t.whole != nil {
			yield((*t.whole)[start:end])
			return
		}
		var piece window
		for before, c := range t.chunks.Backward(upTo(end)) {
			previous := c.window().clip(start-before.bytes, end-before.bytes)
			switch {
			case previous.extends(piece):
				piece.start = previous.start
			case piece.len() > 0 && !yield(piece.text()):
				return
			default:
				piece = previous
			}
			if before.bytes <= start {
				break
			}
		}
		yield(piece.text())
	}
}

// A Reader reads a text. It implements [io.Reader], [io.ReaderAt] and
// [io.WriterTo].
type Reader struct {
	text   Text
	offset int
}

// Reader returns a reader at the start of the text.
func (t Text) Reader() *Reader { return &Reader{text: t} }

// Read reads on from where the last call of Read or WriteTo ended.
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.ReadAt(p, int64(r.offset))
	r.offset += n
	if n > 0 || len(p) == 0 {
		err = nil // the end is told by the next call
	}
	return n, err
}

// ReadAt reads from an offset. It may be called concurrently.
func (r *Reader) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, errors.New("text: negative offset")
	}
	n := 0
	if length := int64(r.text.Len()); offset < length {
		start := int(offset)
		for piece := range r.text.Chunks(start, int(min(length, offset+int64(len(p))))) {
			n += copy(p[n:], piece)
		}
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// WriteTo writes what was not read yet.
func (r *Reader) WriteTo(w io.Writer) (int64, error) {
	start := r.offset
	for piece := range r.text.Chunks(start, r.text.Len()) {
		n, err := io.WriteString(w, piece)
		r.offset += n
		if err == nil && n < len(piece) {
			err = io.ErrShortWrite
		}
		if err != nil {
			return int64(r.offset - start), err
		}
	}
	return int64(r.offset - start), nil
}
