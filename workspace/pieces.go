package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxLine is the longest line of a file that is read in pieces, in bytes.
const maxLine = 512 << 20

// Pieces reads a source in pieces of about size bytes, each of whole lines, so that a file
// of any length can be checked that has a record a line. There are none of a file of fewer
// than least bytes whose name is not that of a compressed one. The error, which ends it, is
// that of [Source.Read], and that a line has more than 512 MB.
func (s *Source) Pieces(size int, least int64) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		f, length, err := s.open()
		if err != nil {
			yield("", s.cannotRead(err))
			return
		}
		defer func() { _ = f.Close() }()
		if length < least && Uncompressed(s.File) == s.File {
			return
		}
		r := io.Reader(f)
		if s.Compressed = s.mayUncompress() && isCompressed(f); s.Compressed {
			r, err = uncompressed(f)
		}
		var rest []byte // of a line that was begun
		for first := true; err == nil; first = false {
			// Twice as much each time, where a line is long.
			piece := make([]byte, len(rest)+max(size, len(rest)))
			n := copy(piece, rest)
			var read int
			read, err = io.ReadFull(r, piece[n:])
			piece, rest = piece[:n+read], nil
			if why := notText(piece[:min(len(piece), binaryHead)], s.Walked, s.Bytes); first && why != "" {
				yield("", &UncheckedError{s.Path, why, s.Walked})
				return
			}
			if err == nil {
				end := n + bytes.LastIndexByte(piece[n:], '\n') + 1
				if end == n {
					end = 0 // rest has no line end
				}
				piece, rest = piece[:end], piece[end:]
			}
			if len(rest) > maxLine {
				yield("", &UncheckedError{s.Path, fmt.Sprintf("a line of it has more than %d bytes", maxLine), s.Walked})
				return
			}
			if len(piece) > 0 && !yield(ownString(piece), nil) {
				return
			}
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			yield("", cannotRead(s.Path, err))
		}
	}
}
