package cli

import (
	"context"
	"io"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// InArchive is [InOrder] for the sources in an archive. failed reports whether it cannot
// be read, which the exit code must reflect.
func InArchive[R any](ctx context.Context, src *workspace.Source, stderr io.Writer, work func(workspace.Source) R, emit func(R) error) (failed bool, err error) {
	archive, err := src.Archive()
	if err != nil {
		return Failure(stderr, err), nil
	}
	defer func() { _ = archive.Close() }()
	return false, InOrder(ctx, archive.Sources(), work, emit)
}
