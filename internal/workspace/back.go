package workspace

import (
	"bytes"
	"errors"
	"io"
	"iter"
)

// The sizes in bytes of the first piece of [Source.Back] and of the largest, unless a line
// is longer.
const (
	firstBack = 64 << 10
	mostBack  = 4 << 20
)

// Back reads a source from its end, in pieces of whole lines, the last piece first. Text that is
// appended in the meantime is not read. An error ends the sequence; errors are those of
// [Source.Read]. A compressed source cannot be read backwards.
func (s *Source) Back() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		f, end, err := s.open()
		if err != nil {
			yield("", s.cannotRead(err))
			return
		}
		defer func() { _ = f.Close() }()
		if head := head(f); isCompressed(head) || s.isArchive(head) {
			yield("", &UncheckedError{s.Path, "it is compressed", s.Walked})
			return
		}
		for size := int64(firstBack); end > 0; size = min(4*size, mostBack) {
			piece, err := lastLines(f, end, size)
			if err != nil {
				yield("", cannotRead(s.Path, err))
				return
			}
			if !yield(ownString(piece), nil) {
				return
			}
			end -= int64(len(piece))
		}
	}
}

// lastLines reads the lines before an offset, approximately size bytes of them, or one longer
// line.
func lastLines(f io.ReaderAt, end, size int64) ([]byte, error) {
	for {
		size = min(size, end)
		piece := make([]byte, size)
		switch n, err := f.ReadAt(piece, end-size); {
		case errors.Is(err, io.EOF) && int64(n) < size:
			return nil, io.ErrUnexpectedEOF // it was truncated
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		}
		if size == end {
			return piece, nil
		}
		// The last byte may be the line end before the first line.
		if n := bytes.IndexByte(piece[:size-1], '\n'); n >= 0 {
			return piece[n+1:], nil
		}
		if size > maxLine {
			return nil, errors.New("a line of it is too long")
		}
		size *= 2
	}
}
