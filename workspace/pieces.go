package workspace

import (
	"bytes"
	"io"
	"iter"
)

// Size returns how many bytes the file has.
func (s *Source) Size() (int64, error) {
	f, size, err := s.open()
	if err != nil {
		return 0, s.cannotRead(err)
	}
	return size, f.Close()
}

// Pieces reads a source in pieces of about size bytes, each of whole lines, so that a file
// of any length can be checked that has a record a line. The error, which ends it, is that
// of [Source.Read].
func (s *Source) Pieces(size int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		f, _, err := s.open()
		if err != nil {
			yield("", s.cannotRead(err))
			return
		}
		defer func() { _ = f.Close() }()
		r := io.Reader(f)
		if s.Compressed = s.mayUncompress() && isCompressed(f); s.Compressed {
			r, err = uncompressed(f)
		}
		var rest []byte // of a line that was begun
		for err == nil {
			piece := make([]byte, len(rest)+size)
			n := copy(piece, rest)
			var read int
			read, err = io.ReadFull(r, piece[n:])
			piece, rest = piece[:n+read], nil
			if err == nil {
				end := bytes.LastIndexByte(piece, '\n') + 1
				piece, rest = piece[:end], piece[end:]
			}
			if len(piece) > 0 && !yield(ownString(piece), nil) {
				return
			}
		}
		if err != io.EOF && err != io.ErrUnexpectedEOF {
			yield("", cannotRead(s.Path, err))
		}
	}
}
