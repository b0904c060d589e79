package lsp

import (
	"log/slog"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// setMistakes sets the mistakes that an update has found.
func (s *server) setMistakes(all []workspace.Mistake) {
	next := map[uri.URI][]workspace.Mistake{}
	for _, m := range all {
		key := uri.File(m.Path)
		next[key] = append(next[key], m)
	}
	s.showing.Lock()
	defer s.showing.Unlock()
	before := s.mistakes.known
	s.mistakes.known = next
	for key, list := range next {
		if !slices.Equal(before[key], list) {
			for i := range list {
				s.Logger.Warn("configuration", slog.String("mistake", list[i].String()))
			}
			s.publishClosed(key, key)
		}
	}
	for key := range before {
		if next[key] == nil {
			s.publishClosed(key, key)
		}
	}
}

// publishClosed publishes the mistakes in a file that is not open. The caller holds s.showing.
func (s *server) publishClosed(key, spelling uri.URI) {
	m := &s.mistakes
	list := m.known[key]
	if s.documents.get(key) != nil {
		if !s.client.pull {
			return // they are replaced by its own
		}
		list = nil
	}
	before, shown := m.shown[key]
	switch {
	case s.state.Load() != running || len(list) == 0 && !shown && s.client.pull:
		return
	case shown:
		spelling = before
	}
	if delete(m.shown, key); len(list) > 0 {
		m.shown[key] = spelling
	}
	s.showMistakes(spelling, list)
}

// showMistakes publishes the mistakes in a file.
func (s *server) showMistakes(spelling uri.URI, list []workspace.Mistake) {
	s.notify(protocol.MethodTextDocumentPublishDiagnostics, &protocol.PublishDiagnosticsParams{URI: spelling, Diagnostics: s.ofMistakes(list)})
}

// ofMistakes returns mistakes as diagnostics.
func (s *server) ofMistakes(list []workspace.Mistake) []protocol.Diagnostic {
	found := []protocol.Diagnostic{}
	for _, m := range list[:min(len(list), int(s.maxShown.Load()))] {
		d := about(foreign.Line(m.Message))
		start, end := m.Range(units[s.client.encoding])
		d.Range, d.Severity = protocol.Range{Start: onWire(start), End: onWire(end)}, protocol.DiagnosticSeverityError
		found = append(found, d)
	}
	return found
}
