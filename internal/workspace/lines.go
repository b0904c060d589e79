package workspace

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// MaxLine is the maximum length in bytes of a line of a file that is read line by line.
const MaxLine = 64 << 20

// batchSize is the approximate number of bytes of lines that are read at a time, for one core.
const batchSize = 1 << 20

// A Batch is whole lines of a source, or one that is too long to be read.
type Batch struct {
	Text string // "" for a line of more than MaxLine bytes
	Size int    // in bytes
	Err  error  // why no more can be read, as of [Source.Read]
}

// HasLines reports whether a source is a file of JSON with one record per line that is better read line by line: a
// compressed one, or one of more than a batch. isJSON decides by the start of the text whether it is JSON. Two more
// lines are read, of which only the ends are kept: a document may be one line. It returns false if the source cannot be
// read.
func (s *Source) HasLines(isJSON func(head string) bool) bool {
	if size := s.Size(); size == 0 || size <= batchSize && Uncompressed(s.File) == s.File {
		return false
	}
	in, err := s.Open()
	if err != nil {
		return false
	}
	defer func() { _ = in.Close() }()
	head, _ := in.Peek(transcript.HeadSize)
	if len(head) == 0 || !isJSON(string(head)) {
		return false
	}
	layout, err := transcript.ReadLayout(bufio.NewReader(io.LimitReader(in, MaxText)))
	return err == nil && layout == transcript.Lines
}

// Batches reads the lines of the file of a source.
func (s *Source) Batches() iter.Seq[Batch] {
	return func(yield func(Batch) bool) {
		file, err := s.Open()
		if err != nil {
			yield(Batch{Err: err})
			return
		}
		defer func() { _ = file.Close() }()
		if err := batches(file.Reader, batchSize, MaxLine, yield); err != nil {
			yield(Batch{Err: cannotRead(s.Path, err)}) // what was read was a transcript
		}
	}
}

// TooLong returns the reason why a line of a source, given its number, is not read.
func (s *Source) TooLong(line int) error {
	return &UncheckedError{Path: s.Path, Line: line, Why: "the line is longer than the limit of " + thousands.Separate(MaxLine) + " bytes"}
}

// batches reads lines of at most a number of bytes, about size bytes at a time.
func batches(in *bufio.Reader, size, most int, yield func(Batch) bool) error {
	var begun []byte // the start of a line
	for {
		room := make([]byte, min(len(begun)+max(size, len(begun)), most+1))
		from := copy(room, begun)
		n, err := io.ReadFull(in, room[from:])
		room = room[:from+n]
		end := len(room)
		if err == nil {
			end = bytes.LastIndexByte(room[from:], '\n') + 1
			if end > 0 {
				end += from
			}
		}
		if end > 0 && !yield(Batch{Text: ownString(room[:end:end]), Size: end}) {
			return nil
		}
		if begun = room[end:]; len(begun) > most {
			var rest int
			rest, err = endOfLine(in)
			if !yield(Batch{Size: len(begun) + rest}) {
				return nil
			}
			begun = nil
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// endOfLine reads up to the end of a line and returns the number of bytes.
func endOfLine(in *bufio.Reader) (size int, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if size += len(part); !errors.Is(err, bufio.ErrBufferFull) {
			return size, err
		}
	}
}
