package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxFolding bounds an answer if the client does not set a limit.
const maxFolding = 100_000

// foldingRange answers textDocument/foldingRange: the calls, and in them the elements,
// sections and comments of several lines; null without any, where an editor may fold by
// indentation instead. The lines between the tags of an element are folded, so that both
// tags stay visible. If there are more than the client accepts, only calls are folded,
// without their content.
func (s *server) foldingRange(ctx context.Context, sn *snapshot, _ *documentParams) ([]protocol.FoldingRange, error) {
	if sn == nil {
		return nil, nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	calls, limit := doc.Summary().Calls, s.client.foldingLimit
	if calls == 0 {
		return nil, nil
	}
	f := folder{count: newCounter(sn.text, s.client.encoding), ranges: []protocol.FoldingRange{}, inside: calls < limit}
	for call, shift := range doc.Calls() {
		if ctx.Err() != nil || len(f.ranges) >= limit {
			break
		}
		f.call(call, shift)
	}
	return f.ranges[:min(len(f.ranges), limit)], ctx.Err()
}

type folder struct {
	count  *counter
	ranges []protocol.FoldingRange
	inside bool // whether the content of calls is also folded
}

// call adds the folding ranges of a call. shift is the amount to add to its offsets.
func (f *folder) call(call *diagnostics.Call, shift int) {
	line := func(span xmlcall.Span) (start, end uint32) {
		place := moved(call.Segment.FileSpan(span), shift)
		return f.count.of(place.Start).Line, f.count.of(place.End).Line
	}
	block := call.Block()
	for _, element := range block.Elements() {
		start, end := line(element.Span())
		if element.End().Len() > 0 && end > start {
			end--
		}
		if f.add(start, end, ""); !f.inside {
			return
		}
	}
	for _, token := range block.Tokens {
		if token.Kind() == xmlcall.Comment {
			start, end := line(token.Span())
			f.add(start, end, protocol.FoldingRangeKindComment)
		}
	}
}

func (f *folder) add(start, end uint32, kind protocol.FoldingRangeKind) {
	if end > start {
		f.ranges = append(f.ranges, protocol.FoldingRange{StartLine: start, EndLine: end, Kind: kind})
	}
}
