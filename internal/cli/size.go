package cli

import (
	"os"

	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// SizeOf returns how many bytes some sources have on the disk, as far as that is known.
func SizeOf(sources []workspace.Source) (size int64) {
	for i := range sources {
		size += fileSize(&sources[i])
	}
	return size
}

// Done counts a source all of which was read. The bytes of its pieces were counted before, unless it is compressed, so that they are more than the file has.
func Done(p *term.Progress, src *workspace.Source, pieces bool) {
	if p == nil {
		return
	}
	own := term.Amounts{Files: 1}
	if !pieces || !SizeByPiece(src) {
		own.Bytes = fileSize(src)
	}
	p.Add(own)
}

// SizeByPiece reports whether the bytes of a source's pieces are those on the disk.
func SizeByPiece(src *workspace.Source) bool { return workspace.Uncompressed(src.File) == src.File }

func fileSize(src *workspace.Source) int64 {
	info, err := os.Stat(src.File)
	if src.File == workspace.Stdin || err != nil {
		return 0
	}
	return info.Size()
}
