//go:build !js

package workspace

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is the maximum window of a zstd stream in bytes, which its decoder keeps in
// memory.
const maxWindow = 64 << 20

// zstdReader returns a reader of the content of a zstd stream, on one goroutine: several files are
// read concurrently.
func zstdReader(r io.Reader) (io.Reader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}
