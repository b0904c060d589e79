package workspace

import "io"

// Reader returns a reader of the uncompressed content of the file of a source that is not standard input. It
// holds the file open until it is closed. The error is that of [Source.Read].
func (s *Source) Reader() (io.ReadCloser, error) {
	if s.Err != nil {
		return nil, s.cannotRead(s.Err)
	}
	f, size, err := s.open()
	if err != nil {
		return nil, s.cannotRead(err)
	}
	if !isCompressed(head(f)) {
		return f, nil
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
