package workspace

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"sync"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/thousands"
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

// A stream is a source that is read in parts.
type stream struct {
	*bufio.Reader
	file *os.File
}

// stream opens a source that has text, or nil for a file of fewer than least bytes that is not compressed.
func (s *Source) stream(least int64) (*stream, error) {
	f, length, err := s.open()
	if err != nil {
		return nil, s.cannotRead(err)
	}
	if s.Compressed = isCompressed(head(f)); length < least && !s.Compressed {
		return nil, f.Close()
	}
	r := io.Reader(f)
	if s.Compressed {
		if r, err = uncompressed(f, length); err != nil {
			_ = f.Close()
			return nil, s.broken(err, false)
		}
	}
	in := &stream{bufio.NewReaderSize(r, json.HeadSize), f}
	head, _ := in.Peek(binaryHead) // reading it again reports the error
	if why := s.notText(head); why != "" {
		head = bytes.Clone(head)
		_, _ = in.Discard(len(head))
		err := s.unchecked(why, head, in, openersIn)
		_ = f.Close()
		return nil, err
	}
	return in, nil
}

// A lookahead reads a source a second time, further than its pieces, and keeps nothing: a line that
// is too long is refused before it is in memory.
type lookahead struct {
	in *stream // nil before a long line
	at int64
}

// ends reports whether the line at an offset, which grows from call to call, is within the limit. It does
// if that cannot be read: reading the pieces then ends in the error.
func (a *lookahead) ends(s *Source, offset, least int64) bool {
	if a.in == nil {
		if a.in, _ = s.stream(least); a.in == nil {
			return true
		}
	}
	if a.at > offset {
		return true // the end of this line was found
	}
	if _, err := io.CopyN(io.Discard, a.in, offset-a.at); err != nil {
		return true
	}
	for a.at = offset; a.at-offset <= maxLine; {
		part, err := a.in.ReadSlice('\n')
		if a.at += int64(len(part)); !errors.Is(err, bufio.ErrBufferFull) {
			return a.at-offset <= maxLine
		}
	}
	return false
}

func (a *lookahead) close() {
	if a.in != nil {
		_ = a.in.file.Close()
	}
}

// HasLines reports whether a source has at least a number of bytes, or is compressed by its name, and is a
// transcript in JSON with one record per line, so that it can be read in [Source.Pieces]. isJSON decides by the
// start of the text. It reads two more lines, and keeps only their ends: a document may be one line. It returns
// false if the source cannot be read.
func (s *Source) HasLines(least int64, isJSON func(head string) bool) bool {
	if s.Err != nil {
		return false
	}
	if info, err := os.Stat(s.File); err != nil || !info.Mode().IsRegular() || info.Size() < least && Uncompressed(s.File) == s.File {
		return false
	}
	in, err := s.stream(least)
	if in == nil || err != nil {
		return false
	}
	defer func() { _ = in.file.Close() }()
	head, _ := in.Peek(json.HeadSize)
	if len(head) == 0 || !isJSON(string(head)) {
		return false
	}
	layout, err := json.ReadLayout(bufio.NewReader(io.LimitReader(in, maxLine)))
	return err == nil && layout == json.Lines
}

// Pieces reads a source in pieces of approximately size bytes, each of whole lines, so that
// a file of any length with one record per line can be checked. There are none for a file
// of fewer than least bytes that is not compressed. An error ends the
// sequence; errors are those of [Source.Read], and that a line has more than 512 MB.
func (s *Source) Pieces(size int, least int64) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		r, err := s.stream(least)
		if err != nil {
			yield(Piece{}, err)
		}
		if r == nil {
			return
		}
		defer func() { _ = r.file.Close() }()
		room, begun := roomFor(size), 0 // bytes of an incomplete line
		var offset int64                // of it
		var ahead lookahead
		defer ahead.close()
		for err == nil {
			var read int
			read, err = io.ReadFull(r, room[begun:])
			piece := room[:begun+read]
			end := len(piece)
			if err == nil {
				end = begun + bytes.LastIndexByte(piece[begun:], '\n') + 1
				if end == begun {
					end = 0 // the incomplete line has no line end
				}
			}
			rest := piece[end:]
			if offset += int64(end); len(rest) > maxRoom && err == nil && !ahead.ends(s, offset, least) {
				yield(Piece{}, s.unchecked("it has a line of more than "+thousands.Separate(maxLine)+" bytes, which is the limit", nil, io.MultiReader(bytes.NewReader(rest), r), maxLine))
				return
			}
			// Doubled each time for a long line. It is copied before the piece is passed on.
			next := roomFor(min(len(rest)+max(size, len(rest)), maxLine+size))
			begun = copy(next, rest)
			if end > 0 && !yield(Piece{ownString(piece[:end]), room}, nil) {
				return
			}
			room = next
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			yield(Piece{}, cannotRead(s.Path, err)) // what was read was a transcript
		}
	}
}
