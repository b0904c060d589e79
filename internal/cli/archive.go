package cli

import (
	"context"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// InArchive is [InOrder] for the sources in an archive. failed is what fail returns for the error of one that
// cannot be read.
func InArchive[R any](ctx context.Context, src *workspace.Source, fail func(error) bool, work func(workspace.Source) R, emit func(R) error) (failed bool, err error) {
	archive, err := src.Archive()
	if err != nil {
		return fail(err), nil
	}
	defer func() { _ = archive.Close() }()
	return false, InOrder(ctx, archive.Sources(), work, emit)
}
