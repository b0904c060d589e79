//go:build !js

package workspace

import (
	"archive/zip"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is the maximum window of a zstd stream in bytes, which its decoder keeps in
// memory.
const maxWindow = 64 << 20

// Files are read on one goroutine each: several are read concurrently.
var zstdOptions = []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow)}

// zstdReader returns a reader of the content of a zstd stream.
func zstdReader(r io.Reader) (io.Reader, error) {
	d, err := zstd.NewReader(r, zstdOptions...)
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// readZstdIn has an archive read the files in it that are compressed with zstd.
func readZstdIn(r *zip.Reader) {
	r.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstdOptions...))
}
