package lsp

import (
	"context"
	"log/slog"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// show publishes the diagnostics of a new snapshot, unless the client pulls them: when all messages that
// have arrived are handled, the next of which may replace the snapshot.
func (s *server) show(sn *snapshot) {
	if !s.client.pull {
		s.shown[sn.key] = true
	}
}

// flush publishes the diagnostics of the new snapshots.
func (s *server) flush() {
	if len(s.shown) == 0 {
		return
	}
	s.showing.Lock()
	defer s.showing.Unlock()
	for key := range s.shown {
		s.publish(key)
	}
	clear(s.shown)
}

// publish sends the diagnostics of a document, from one goroutine each, so that they are sent in order. There is no
// delay: while one snapshot is examined, new ones replace each other. The caller holds s.showing.
func (s *server) publish(key uri.URI) {
	if s.publishing[key] != nil {
		return // it goes on until the latest are sent
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.publishing[key] = stop
	go func() {
		defer stop()
		for !s.publishLatest(ctx, key) {
		}
	}()
}

// publishLatest sends the diagnostics of the latest snapshot of a document, and reports whether it still is the
// latest, or the document is closed.
func (s *server) publishLatest(ctx context.Context, key uri.URI) (done bool) {
	// What changes with each edit is created when the client has read all that was sent: so no earlier version
	// of it waits.
	_ = s.out.below(ctx, 1)
	sn := s.documents.get(key)
	var found []protocol.Diagnostic
	var err error
	if sn != nil {
		func() {
			defer s.recovered(protocol.MethodTextDocumentPublishDiagnostics, &err)
			found, err = s.diagnose(ctx, sn)
		}()
	}
	s.showing.Lock()
	defer s.showing.Unlock()
	if ctx.Err() != nil {
		return true // it is closed, and may be open again
	}
	if s.documents.get(key) != sn {
		return false
	}
	delete(s.publishing, key)
	switch {
	case err != nil:
		s.Logger.Warn("no diagnostics", slog.String("uri", string(sn.spelling)), slog.Any("error", err))
	case sn != nil && s.state.Load() == running:
		params := &protocol.PublishDiagnosticsParams{URI: sn.spelling, Diagnostics: found}
		if version, ok := sn.wireVersion(); ok {
			params.Version.Set(version)
		}
		s.notify(protocol.MethodTextDocumentPublishDiagnostics, params)
	}
	return true
}

// stopPublishing ends what publishes the diagnostics of a document that was closed. The caller holds s.showing.
func (s *server) stopPublishing(key uri.URI) {
	if stop := s.publishing[key]; stop != nil {
		stop()
		delete(s.publishing, key)
	}
}

// refresh analyzes the open documents again for which affected is true, and publishes their diagnostics or
// requests that the client asks again, also for everything else that is shown of them.
func (s *server) refresh(affected func(*snapshot) bool) {
	s.showing.Lock()
	defer s.showing.Unlock()
	renewed := s.documents.renew(affected)
	for _, sn := range renewed {
		if !s.client.pull {
			s.publish(sn.key)
		}
	}
	if len(renewed) == 0 {
		return
	}
	for _, method := range s.client.refreshable {
		if s.client.pull || method != protocol.MethodWorkspaceDiagnosticRefresh {
			s.request(method, nil, nil)
		}
	}
}
