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
	// Update tells of a change and returns what it leads to. The other methods
	// answer by what was told.
	Update(workspace.Change) workspace.State
}

// noWorkspace is one in which nothing is configured.
type noWorkspace struct{}

func (noWorkspace) Kind(_ string, named document.Kind) (document.Kind, bool) { return named, true }
func (noWorkspace) Options(string) diagnostics.Options                       { return diagnostics.Options{} }
func (noWorkspace) Update(workspace.Change) workspace.State                  { return workspace.State{} }

// update tells the workspace of a change, and has the documents analyzed again if
// something else applies to them. What takes longer is left to follow.
func (s *server) update(c workspace.Change) {
	s.updated(s.updateOpen(c))
	s.poke()
}

// updateOpen tells the workspace of a change, and which documents are open. None
// is opened or closed meanwhile: the workspace forgets what it has answered of
// documents that are not open, and would not notice when that changes.
func (s *server) updateOpen(c workspace.Change) workspace.State {
	s.opening.Lock()
	defer s.opening.Unlock()
	c.Open = s.documents.paths()
	return s.workspace.Update(c)
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
		s.opening.Lock()
		defer s.opening.Unlock()
		return handle(params)
	}
}

// follow keeps the workspace and the client's file watching in step with the
// documents that are open, until the session ends. It looks at the disk itself,
// about once in a second, where the client does not watch what they depend on.
func (s *server) follow() {
	ticker := time.NewTicker(s.configPoll)
	defer ticker.Stop()
	polls := true
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
		case <-ticker.C:
			s.look.Store(true)
		}
		switch now := s.catchUp(); {
		case now && !polls:
			ticker.Reset(s.configPoll)
			polls = true
		case !now && polls:
			ticker.Stop()
			polls = false
		}
	}
}

// catchUp reads what the open documents depend on and has it watched. It reports
// whether anything of it is not watched.
func (s *server) catchUp() (polls bool) {
	var err error
	defer s.recovered("workspace", &err)
	for {
		open := s.documents.paths()
		for _, path := range open {
			s.workspace.Options(path) // reads the definitions of tools, so that mistakes in them are known
		}
		state := s.updateOpen(workspace.Change{Look: s.look.Swap(false)})
		s.updated(state)
		if state.Changed {
			continue // there may be others to read
		}
		watched := s.watchFiles(state.Watches)
		return len(open) > 0 && (!watched || state.Elsewhere)
	}
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
