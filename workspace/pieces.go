package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
)

// maxLine is the maximum length in bytes of a line of a file that is read in pieces.
const maxLine = 512 << 20

// A Piece is whole lines of a source.
type Piece struct {
	Text string

	room []byte // that the text is in
}

// maxRoom is the largest buffer that is kept for another piece, in bytes.
const maxRoom = 16 << 20

// rooms are the buffers of released pieces, as *[]byte.
var rooms sync.Pool

// Release returns the memory of the piece for reuse. Its text must not be used afterwards.
// Calling Release is optional.
func (p *Piece) Release() {
	room := p.room
	p.Text, p.room = "", nil
	if room != nil && cap(room) <= maxRoom {
		rooms.Put(&room)
	}
}

// roomFor returns a buffer of n bytes.
func roomFor(n int) []byte {
	if room, ok := rooms.Get().(*[]byte); ok && cap(*room) >= n {
		return (*room)[:n]
	}
	return make([]byte, n)
}

// Pieces reads a source in pieces of approximately size bytes, each of whole lines, so that
// a file of any length with one record per line can be checked. There are none for a file
// of fewer than least bytes, unless its name is that of a compressed one. An error ends the
// sequence; errors are those of [Source.Read], and that a line has more than 512 MB.
func (s *Source) Pieces(size int, least int64) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		f, length, err := s.open()
		if err != nil {
			yield(Piece{}, s.cannotRead(err))
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
		room, begun := roomFor(size), 0 // bytes of an incomplete line
		for first := true; err == nil; first = false {
			var read int
			read, err = io.ReadFull(r, room[begun:])
			piece := room[:begun+read]
			if why := notText(piece[:min(len(piece), binaryHead)], s.Walked, s.Bytes); first && why != "" {
				yield(Piece{}, &UncheckedError{s.Path, why, s.Walked})
				return
			}
			end := len(piece)
			if err == nil {
				end = begun + bytes.LastIndexByte(piece[begun:], '\n') + 1
				if end == begun {
					end = 0 // the incomplete line has no line end
				}
			}
			rest := piece[end:]
			if len(rest) > maxLine {
				yield(Piece{}, &UncheckedError{s.Path, fmt.Sprintf("a line of it has more than %d bytes", maxLine), s.Walked})
				return
			}
			// Doubled each time for a long line. It is copied before the piece is passed on.
			next := roomFor(len(rest) + max(size, len(rest)))
			begun = copy(next, rest)
			if end > 0 && !yield(Piece{ownString(piece[:end]), room}, nil) {
				return
			}
			room = next
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			yield(Piece{}, cannotRead(s.Path, err))
		}
	}
}
