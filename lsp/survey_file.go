package lsp

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"time"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// maxSurveyed is the largest file that a survey reads, in bytes: an editor would not open
// it faster.
const maxSurveyed = 16 << 20

// urgent is how long a survey waits before it checks again whether an open document is
// being analyzed.
const urgent = time.Millisecond

// checkFile returns the findings in a file, which may be cached, or nil for a file that is
// not read.
func (s *server) checkFile(ctx context.Context, src *workspace.Source, before *checkedFile) *checkedFile {
	info, err := os.Stat(src.File)
	if err != nil || !info.Mode().IsRegular() || s.documents.get(uri.File(src.File)) != nil {
		return nil
	}
	s.yield(ctx)
	// What it is read as by its name changes with the configuration, too.
	named, read := s.workspace.Kind(src.File, document.KindOf(src.File))
	if !read {
		return nil
	}
	now := &checkedFile{
		stamp: strconv.FormatInt(info.Size(), 10) + " " + strconv.FormatInt(info.ModTime().UnixNano(), 10),
		named: named, options: s.workspace.Options(src.File),
	}
	if before != nil && before.stamp == now.stamp && before.named == named && before.options.Equal(now.options) {
		return before
	}
	now.items = []byte("[]")
	sn := &snapshot{key: uri.File(src.File), spelling: uri.File(src.File)}
	if info.Size() > maxSurveyed {
		now.items = s.uncheckedItem("This file is not checked until you open it: it is larger than the limit of " + thousands.Separate(maxSurveyed) + " bytes")
		return now
	}
	content, err := src.Read(nil)
	if _, why, ok := workspace.Unread(err); ok {
		now.items = s.uncheckedItem("This file is not checked: " + why)
		return now
	}
	if err != nil || src.Compressed {
		return now // it is not text, or not text that an editor shows
	}
	kind, _ := s.workspace.Kind(src.File, src.KindOf(content))
	sn.text = text.New(content)
	limited, stop := context.WithTimeoutCause(ctx, s.documents.analyzer.limits.total, errTooLong)
	defer stop()
	err = diagnostics.Interruptible(limited, func(i *diagnostics.Interrupt) {
		i.Yield(func() { s.yield(limited) })
		doc := now.options.With(i).Scan(sn.text, kind)
		if items, err := s.appendFindings(nil, sn, doc, nil); err == nil {
			now.items = items
		}
	})
	if err != nil && ctx.Err() == nil {
		now.items = s.uncheckedItem(tooLong(s.documents.analyzer.limits.total))
	}
	return now
}

// yield waits while open documents are analyzed or requested: a user is looking at those.
// A message that was just received waits for a processor no longer than for the checks of
// one call.
func (s *server) yield(ctx context.Context) {
	runtime.Gosched()
	for len(s.documents.analyzer.slots) > 0 || s.asked.Load() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-time.After(urgent):
		}
	}
}
