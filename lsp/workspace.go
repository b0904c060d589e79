package lsp

import (
	"cmp"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// A Workspace determines the settings of documents; [workspace.Workspace] is the
// implementation. Paths are absolute; "" is that of a document that is not a file. The
// methods are called from several goroutines.
type Workspace interface {
	// Kind returns how a document is read, given the kind derived from its name or
	// language, and false if it is not read. It is called after each change of the
	// text.
	Kind(path string, named document.Kind) (kind document.Kind, read bool)
	// Options returns the options of the rules for a document, such as the tools. It is
	// called for each analysis.
	Options(path string) diagnostics.Options
	// Mistakes returns the errors in a document that determines how others are checked,
	// such as a configuration, given its text.
	Mistakes(path string, t text.Text) []workspace.Mistake
	// Entries returns the content of a folder of the workspace that contains a
	// document, given its path from there, and whether there is more.
	Entries(path, below string) (entries []workspace.Entry, more bool)
	// Find returns, for each path in a document, the absolute path of the file of the
	// workspace that it leads to, or "".
	Find(path string, paths []string) []string
	// Definitions returns the file in YAML in which a tool can be defined for the calls of a
	// document, and its content, nil if it does not exist yet; ok is false if there is none.
	Definitions(path string) (file string, data []byte, ok bool)
	// Update applies a change and returns its result. The other methods then use the
	// new state.
	Update(workspace.Change) workspace.State
}

// noWorkspace is a workspace without any configuration.
type noWorkspace struct{}

func (noWorkspace) Kind(_ string, named document.Kind) (document.Kind, bool) { return named, true }
func (noWorkspace) Options(string) diagnostics.Options                       { return diagnostics.Options{} }
func (noWorkspace) Mistakes(string, text.Text) []workspace.Mistake           { return nil }
func (noWorkspace) Entries(string, string) ([]workspace.Entry, bool)         { return nil, false }
func (noWorkspace) Find(_ string, paths []string) []string                   { return make([]string, len(paths)) }

func (noWorkspace) Definitions(string) (string, []byte, bool) { return "", nil, false }

func (noWorkspace) Update(workspace.Change) workspace.State { return workspace.State{} }

// update applies a change to the workspace, and analyzes the documents again if their
// settings have changed.
func (s *server) update(c workspace.Change) {
	s.changes.add(c)
	s.poke()
}

// updated handles the result of an update.
func (s *server) updated(state workspace.State) {
	s.maxShown.Store(int64(cmp.Or(state.MaxDiagnostics, maxShown)))
	s.noLenses.Store(state.NoLenses)
	s.warn(state.Reports)
	if state.Changed && s.state.Load() == running {
		s.refresh(func(*snapshot) bool { return true })
	}
}

// poke makes follow check what is open now.
func (s *server) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it is about to
	}
}

// following routes a notification that changes which documents are open.
func following[P any](s *server, handle func(*P) error) func(*P) error {
	return func(params *P) error {
		defer s.poke()
		return handle(params)
	}
}

// idleShare bounds the fraction of time spent checking the disk: 1/idleShare.
const idleShare = 20

// follow applies changes, and keeps the workspace and the client's file watching in step
// with the open documents, until the session ends. It checks the disk itself, about once
// per second, if the client does not watch the files that they depend on.
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
		s.lookAtFiles()
	}
	for s.ctx.Err() == nil {
		open := s.documents.paths()
		if change.Client == nil { // otherwise different definitions may apply
			for _, path := range open {
				s.workspace.Options(path) // so that errors in the definitions of tools are known
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
		s.setMistakes(state.Mistakes)
		watched := s.watchFiles(state.Watches)
		return len(open) > 0 && (!watched || state.Elsewhere || s.files.inUse())
	}
	return false
}

// paths returns the paths of the open documents, "" for those that are not files.
func (d *documents) paths() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	paths := make([]string, 0, len(d.open))
	for _, sn := range d.open {
		paths = append(paths, sn.path())
	}
	return paths
}
