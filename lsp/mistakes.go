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
	s.mistakes.mu.Lock()
	before := s.mistakes.known
	s.mistakes.known = next
	s.mistakes.mu.Unlock()
	for key, list := range next {
		if !slices.Equal(before[key], list) {
			for i := range list {
				s.log.Warn("configuration", slog.String("mistake", list[i].String()))
			}
			s.publisher.publishClosed(key, key)
		}
	}
	for key := range before {
		if next[key] == nil {
			s.publisher.publishClosed(key, key)
		}
	}
}

// sendClosed sends the diagnostics of a file that is not open.
func (s *server) sendClosed(key, spelling uri.URI) {
	m := &s.mistakes
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.known[key]
	if s.documents.get(key) != nil {
		if !s.client.pull {
			return // they are replaced by its own
		}
		list = nil
	}
	before, shown := m.shown[key]
	switch {
	case m.ending || len(list) == 0 && !shown && s.client.pull:
		return
	case shown:
		spelling = before
	}
	if delete(m.shown, key); len(list) > 0 {
		if m.shown == nil {
			m.shown = map[uri.URI]uri.URI{}
		}
		m.shown[key] = spelling
	}
	s.publishClosed(spelling, list)
}

// clearMistakes removes the diagnostics published for files that are not open, at the
// end of a session.
func (s *server) clearMistakes() {
	m := &s.mistakes
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ending = true
	for _, spelling := range m.shown {
		s.publishClosed(spelling, nil)
	}
	m.shown = nil
}

// publishClosed publishes the mistakes in a file that is not open.
func (s *server) publishClosed(spelling uri.URI, list []workspace.Mistake) {
	s.publish(&protocol.PublishDiagnosticsParams{URI: spelling, Diagnostics: s.ofMistakes(list)})
}

// ofMistakes returns mistakes as diagnostics.
func (s *server) ofMistakes(list []workspace.Mistake) []protocol.Diagnostic {
	found := []protocol.Diagnostic{}
	for _, m := range list[:min(len(list), int(s.maxShown.Load()))] {
		d := about(foreign.Line(m.Message))
		start, end := m.Range(units(s.client.encoding))
		d.Range, d.Severity = protocol.Range{Start: onWire(start), End: onWire(end)}, protocol.DiagnosticSeverityError
		found = append(found, d)
	}
	return found
}

// mistakesIn returns the mistakes of an open document that determines how others are
// checked.
func (s *server) mistakesIn(sn *snapshot) []workspace.Mistake {
	sn.mistakesOnce.Do(func() { sn.mistakes = s.workspace.Mistakes(sn.path(), sn.text()) })
	return sn.mistakes
}
