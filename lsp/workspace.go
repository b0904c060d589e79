package lsp

import (
	"cmp"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/workspace"
)

// A Workspace knows what applies to documents; [workspace.Workspace] is the real
// one. Paths are absolute; "" is that of a document that is no file. The methods
// are called from several goroutines.
type Workspace interface {
	// Kind returns how a document is read, given the kind that its name or its
	// language tells, and false where it is not looked at. It is called with
	// each change of the text.
	Kind(path string, named document.Kind) (kind document.Kind, read bool)
	// Options returns what the rules know about a document besides its text, such
	// as the tools. It is called with each analysis.
	Options(path string) diagnostics.Options
	// Entries returns what is in a folder of the workspace that a document belongs to,
	// given its path from there, and whether there is more.
	Entries(path, below string) (entries []workspace.Entry, more bool)
	// Update tells of a change and returns what it leads to. The other methods
	// answer by what was told.
	Update(workspace.Change) workspace.State
}

// noWorkspace is one in which nothing is configured.
type noWorkspace struct{}

func (noWorkspace) Kind(_ string, named document.Kind) (document.Kind, bool) { return named, true }
func (noWorkspace) Options(string) diagnostics.Options                       { return diagnostics.Options{} }
func (noWorkspace) Entries(string, string) ([]workspace.Entry, bool)         { return nil, false }
func (noWorkspace) Update(workspace.Change) workspace.State                  { return workspace.State{} }

// update has the workspace told of a change, and the documents analyzed again if
// something else applies to them then.
func (s *server) update(c workspace.Change) {
	s.changes.add(c)
	s.poke()
}

// updated acts on what an update led to.
func (s *server) updated(state workspace.State) {
	s.maxShown.Store(int64(cmp.Or(state.MaxDiagnostics, maxShown)))
	s.warn(state.Reports)
	if state.Changed && s.state.Load() == running {
		s.refresh()
	}
}

// poke has follow look at what is open now.
func (s *server) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it is about to
	}
}

// following routes a notification after which other documents are open.
func following[P any](s *server, handle func(*P) error) func(*P) error {
	return func(params *P) error {
		defer s.poke()
		return handle(params)
	}
}

// idleShare bounds the time that is spent looking at the disk: 1/idleShare of all.
const idleShare = 20

// follow makes changes, and keeps the workspace and the client's file watching in step
// with the documents that are open, until the session ends. It looks at the disk itself,
// about once in a second, where the client does not watch what they depend on.
func (s *server) follow() {
	ticker := time.NewTicker(s.configPoll)
	defer ticker.Stop()
	polls := s.configPoll // 0 for not at all
	for {
		ticked := false
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
		case <-ticker.C:
			ticked = true
		}
		began := time.Now()
		now := s.configPoll
		if !s.catchUp(ticked) {
			now = 0
		} else if ticked {
			now = max(now, idleShare*time.Since(began))
		} else {
			now = max(now, polls)
		}
		switch {
		case now == polls:
		case now == 0:
			ticker.Stop()
		default:
			ticker.Reset(now)
		}
		polls = now
	}
}

// catchUp makes the changes that are queued, reads what the open documents depend on
// and has it watched. look is whether any file may have changed. It reports whether
// anything of what they depend on is not watched.
func (s *server) catchUp(look bool) (polls bool) {
	change, made := s.changes.take()
	defer func() { made() }()
	var err error
	defer s.recovered("workspace", &err)
	change.Look = change.Look || look
	for s.ctx.Err() == nil {
		open := s.documents.paths()
		if change.Client == nil { // else other definitions may be the ones to read
			for _, path := range open {
				s.workspace.Options(path) // so that mistakes in the definitions of tools are known
			}
		}
		change.Open = open
		state := s.workspace.Update(change)
		s.updated(state)
		if state.Changed || change.Client != nil {
			made()
			change, made = s.changes.take()
			continue // there may be others to read
		}
		watched := s.watchFiles(state.Watches)
		return len(open) > 0 && (!watched || state.Elsewhere)
	}
	return false
}

// paths returns the paths of the open documents, "" for all that are no files.
func (d *documents) paths() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	paths := make([]string, 0, len(d.open))
	for _, sn := range d.open {
		paths = append(paths, sn.path())
	}
	return paths
}
