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

// Back reads a source from its end, in pieces of whole lines of which each is followed by the
// one before it. What is appended while it is read is not read. The error, which ends it, is that
// of [Source.Read]; a source that is compressed cannot be read so.
func (s *Source) Back() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		f, end, err := s.open()
		if err != nil {
			yield("", s.cannotRead(err))
			return
		}
		defer func() { _ = f.Close() }()
		if isCompressed(f) || s.isArchive(f) {
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

// lastLines reads the lines before an offset, about size bytes of them or one that is longer.
func lastLines(f io.ReaderAt, end, size int64) ([]byte, error) {
	for {
		size = min(size, end)
		piece := make([]byte, size)
		switch n, err := f.ReadAt(piece, end-size); {
		case errors.Is(err, io.EOF) && int64(n) < size:
			return nil, io.ErrUnexpectedEOF // it became shorter
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		}
		if size == end {
			return piece, nil
		}
		// The last byte may be the end of the line that is looked for.
		if n := bytes.IndexByte(piece[:size-1], '\n'); n >= 0 {
			return piece[n+1:], nil
		}
		if size > maxLine {
			return nil, errors.New("a line of it is too long")
		}
		size *= 2
	}
}
