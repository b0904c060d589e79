package workspace

import (
	"io"
	"os"
)

// Open opens the file of a source that is neither standard input nor in an archive, and returns
// it with its size in bytes, 0 where that is not known. The error is that of [Source.Read].
func (s *Source) Open() (*os.File, int64, error) {
	if s.Err != nil {
		return nil, 0, s.cannotRead(s.Err)
	}
	f, size, err := s.open()
	if err != nil {
		return nil, 0, s.cannotRead(err)
	}
	return f, size, nil
}

// Reader returns a reader of the uncompressed content of the file of such a source. It holds the
// file open until it is closed.
func (s *Source) Reader() (io.ReadCloser, error) {
	f, size, err := s.Open()
	if err != nil || !isCompressed(head(f)) {
		return f, err
	}
	r, err := uncompressed(f, size)
	if err != nil {
		_ = f.Close()
		return nil, cannotRead(s.Path, err)
	}
	return reader{r, f}, nil
}

// A reader reads the content of a file.
type reader struct {
	io.Reader
	io.Closer
}
