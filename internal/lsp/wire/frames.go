package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

const (
	// maxHeader is the longest header line, in bytes, and maxFields the most
	// lines of one header.
	maxHeader = 4 << 10
	maxFields = 64
	// piece is how many bytes are written at once, so that it can be seen how
	// far a large message got. A pipe holds as many.
	piece = 64 << 10
)

// errHeader reports a header without the length of the body. Where the next message starts is
// unknown, so the session ends.
var errHeader = errors.New("message header without a valid Content-Length")

// frames are the transport over streams of bytes: each message has a header with its
// Content-Length.
type frames struct {
	in     *bufio.Reader
	closer io.Closer // nil if the input cannot be closed
	out    io.Writer
	before func() // see beforeWaiting
}

// NewFrames returns the transport over streams of bytes. It closes in if that is an
// [io.Closer].
func NewFrames(in io.Reader, out io.Writer) Transport {
	closer, _ := in.(io.Closer)
	f := &frames{closer: closer, out: out}
	f.in = bufio.NewReaderSize(readerFunc(func(p []byte) (int, error) {
		f.before()
		return in.Read(p)
	}), 64<<10)
	return f
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func (f *frames) beforeWaiting(call func()) { f.before = call }

func (f *frames) bytes() *bufio.Reader { return f.in }

// next reads a header, up to the blank line. It returns io.EOF only where a message may end. Fields other than
// Content-Length, and lines that are not a field, are passed over.
func (f *frames) next() (int64, error) {
	size := int64(-1)
	for line := 0; ; line++ {
		raw, err := f.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, errHeader
		case err != nil && line == 0 && len(raw) == 0:
			return 0, err
		case err != nil:
			return 0, unexpected(err)
		case len(raw) > maxHeader, line > maxFields:
			return 0, errHeader
		}
		raw = bytes.TrimSpace(raw)
		if len(raw) == 0 {
			if size < 0 {
				return 0, errHeader
			}
			return size, nil
		}
		name, value, _ := bytes.Cut(raw, []byte(":"))
		if bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
			n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 62)
			if err != nil {
				return 0, errHeader
			}
			size = int64(n)
		}
	}
}

// pack writes the header backwards from the message, as the length is known only after that.
func (f *frames) pack(buf []byte) []byte {
	header := make([]byte, 0, headerRoom)
	header = append(header, "Content-Length: "...)
	header = strconv.AppendInt(header, int64(len(buf)-headerRoom), 10)
	header = append(header, "\r\n\r\n"...)
	start := headerRoom - len(header)
	copy(buf[start:], header)
	return buf[start:]
}

func (f *frames) send(data []byte, took func()) error {
	for len(data) > 0 {
		n, err := f.out.Write(data[:min(piece, len(data))])
		if err != nil {
			return err
		}
		data = data[n:]
		took()
	}
	return nil
}

func (f *frames) close() error {
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}
