package cli

import (
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// SizeOf returns how many bytes some sources have on the disk, as far as that is known.
func SizeOf(sources []workspace.Source) (size int64) {
	for i := range sources {
		size += sources[i].Size()
	}
	return size
}

// Done counts a source all of which was read, and of which some bytes were counted before. Those are not the ones on
// the disk if it is compressed.
func Done(p *term.Progress, src *workspace.Source, counted int) {
	if p != nil {
		p.Add(term.Amounts{Files: 1, Bytes: src.Size() - int64(counted)})
	}
}
