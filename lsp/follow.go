package lsp

import (
	"cmp"
	"time"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// updated handles the result of an update.
func (s *server) updated(state workspace.State) {
	s.maxShown.Store(int64(cmp.Or(state.MaxDiagnostics, maxShown)))
	s.noLenses.Store(state.NoLenses)
	s.warn(state.Reports)
	if state.Changed && s.state.Load() == running {
		s.refresh(func(*snapshot) bool { return true })
	}
}

// idleShare bounds the fraction of time spent checking the disk: 1/idleShare.
const idleShare = 20

// follow applies changes, and keeps the workspace and the client's file watching in step
// with the open documents, until the session ends. It checks the disk itself, about once
// per second, if the client does not watch the files that they depend on.
func (s *server) follow() {
	timer := time.NewTimer(s.configPoll)
	defer timer.Stop()
	for {
		ticked := false
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
		case <-timer.C:
			ticked = true
		}
		began := time.Now()
		if s.catchUp(ticked) {
			timer.Reset(max(s.configPoll, idleShare*time.Since(began)))
		} else {
			timer.Stop()
		}
	}
}

// catchUp applies the queued changes, reads the files that the open documents depend on
// and watches them. look is whether any file may have changed. It reports whether any
// of these files are not watched.
func (s *server) catchUp(look bool) (polls bool) {
	change, made := s.changes.take()
	defer func() { made() }()
	var err error
	defer s.recovered("workspace", &err)
	change.Look = change.Look || look
	if look {
		s.renewFiles((*filetools.Workspace).Fresh)
	}
	for s.ctx.Err() == nil {
		open := s.documents.paths()
		if change.Client == nil { // otherwise different definitions may apply
			for _, path := range open {
				s.Workspace.Options(path) // so that errors in the definitions of tools are known
			}
		}
		change.Open = open
		state := s.Workspace.Update(change)
		s.updated(state)
		if state.Changed || change.Client != nil {
			made()
			change, made = s.changes.take()
			continue // there may be others to read
		}
		s.setMistakes(state.Mistakes)
		watched := s.watchFiles(state.Watches)
		return len(open) > 0 && (!watched || state.Elsewhere || s.files.inUse())
	}
	return false
}
