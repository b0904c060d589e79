package check

import (
	"context"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/document"
)

// checkLines checks a source with one record per line, and hands out the reports on the lines with calls, in
// order, each with the offset where these lines end.
func (c *checker) checkLines(ctx context.Context, file *checked, emit func(next pending, end int) error) (err error) {
	var replies atomic.Int64
	var transcript atomic.Bool
	reader := cli.LineReader{Near: cli.Near, Shows: document.ShownBy, Look: func(lines string) {
		if replies.Load() <= report.MaxReplies {
			n, named := document.LineReplies(lines)
			replies.Add(int64(n))
			if named {
				transcript.Store(true)
			}
		}
	}}
	if file.lines, err = reader.Read(ctx, &file.src, file.Text, nil); err != nil {
		return err
	}
	file.looked = report.Looked{Replies: int(replies.Load()), Transcript: transcript.Load()}
	if file.Tools == nil {
		return nil // it has no calls
	}
	var count atomic.Int64 // of findings so far
	return cli.InOrder(ctx, file.lines.Calls(), func(p cli.LinesOf) func() error {
		if p.Err != nil {
			return func() error {
				file.lines.Err = p.Err
				return nil
			}
		}
		f := c.found(&file.src, file.ScanLines(p.Text, file.lines.Labels), p.Place)
		f.Many = count.Load() > report.MaxProven
		next := c.reportOf(f)
		if c.baseline == nil {
			count.Add(int64(next().Count))
		}
		return func() error { return emit(next, p.Offset+len(p.Text)) }
	}, func(emit func() error) error { return emit() })
}
