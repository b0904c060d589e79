package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// foldingRange answers textDocument/foldingRange: the calls, and in them the elements,
// sections and comments of several lines; null without any, where an editor may fold by
// indentation instead. The lines between the tags of an element are folded, so that both
// tags stay visible. If there are more than the client accepts, only calls are folded,
// without their content.
func (s *server) foldingRange(ctx context.Context, v *view, _ *documentParams) ([]protocol.FoldingRange, error) {
	calls, limit := v.doc.Summary().Calls, s.client.foldingLimit
	if calls == 0 {
		return nil, nil
	}
	ranges := []protocol.FoldingRange{}
	for call := range v.doc.Calls() {
		if ctx.Err() != nil || len(ranges) >= limit {
			break
		}
		for _, fold := range ls.Folds(call) {
			at := v.rangeOf(fold.Span)
			r := protocol.FoldingRange{StartLine: at.Start.Line, EndLine: at.End.Line}
			if fold.Tagged && r.EndLine > r.StartLine {
				r.EndLine--
			}
			if fold.Comment {
				r.Kind = protocol.FoldingRangeKindComment
			}
			if r.EndLine > r.StartLine {
				ranges = append(ranges, r)
			}
			if calls >= limit {
				break
			}
		}
	}
	return ranges[:min(len(ranges), limit)], ctx.Err()
}
