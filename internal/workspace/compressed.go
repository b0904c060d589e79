package workspace

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// Limits on a compressed file, which may be untrusted: its text may be maxRatio times as large as what was read of the
// file, or freeText bytes if that is more. Repetitive transcripts reach a few hundred times.
const (
	maxRatio = 1000
	freeText = 1 << 20
)

// Uncompressed returns a name without the extension of a compressed file.
func Uncompressed(name string) string {
	switch ending := filepath.Ext(name); strings.ToLower(ending) {
	case ".gz", ".zst":
		return strings.TrimSuffix(name, ending)
	}
	return name
}

// The first bytes of compressed files.
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// isCompressed reports whether a file with these first bytes is compressed with gzip or zstd.
func isCompressed(head string) bool {
	return strings.HasPrefix(head, gzipMagic) || strings.HasPrefix(head, zstdMagic)
}

// uncompressed returns a reader of the content of a compressed file.
func uncompressed(file io.Reader) (io.Reader, error) {
	in := &counter{Reader: file}
	head := bufio.NewReaderSize(in, 64<<10)
	if magic, _ := head.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		r, err := gzip.NewReader(head)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // in its header
			err = errCutOff
		}
		return &complete{Reader: r, in: in}, err
	}
	r, err := zstdReader(head)
	return &complete{Reader: r, in: in}, err
}

// A counter counts the bytes that are read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// complete is a reader that checks that the stream ends where it should, and that at no point its text is too large for
// what was read of the compressed file.
type complete struct {
	io.Reader
	in *counter
	n  int64
}

var (
	errCutOff = errors.New("the compressed file is cut off")
	errRatio  = errors.New("it is more than " + thousands.Separate(maxRatio) + " times as large as compressed")
)

func (c *complete) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCutOff
	}
	if c.n += int64(n); c.n > max(freeText, maxRatio*c.in.n) {
		return 0, errRatio
	}
	return n, err
}
