package cli

import (
	"os"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// SizeOf returns how many bytes some sources have on the disk, as far as that is known.
func SizeOf[T any](sources []T, of func(*T) *workspace.Source) (size int64) {
	for i := range sources {
		size += fileSize(of(&sources[i]))
	}
	return size
}

// SizeLeft returns how many bytes of a source are counted when all of it was read: those of its pieces were
// before, unless it is compressed, so that they are more than the file has.
func SizeLeft(src *workspace.Source, pieces bool) int64 {
	if pieces && SizeByPiece(src) {
		return 0
	}
	return fileSize(src)
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
