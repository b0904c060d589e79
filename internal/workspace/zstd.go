//go:build !js

package workspace

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdReader returns a reader of the content of a zstd stream, on one goroutine: several files are
// read concurrently. Its window, which the decoder keeps in memory, may be as large as a line.
func zstdReader(r io.Reader) (io.Reader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(MaxLine))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}
