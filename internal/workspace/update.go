package workspace

import (
	"maps"
	"slices"
)

// A Change describes a change to a workspace.
type Change struct {
	// Client is the new state of the client; nil if that has not changed.
	Client *Client
	// Open are the paths of the open documents, "" for one that is not a file. Data
	// that no open document depends on is dropped, and not watched.
	Open []string
	// Files are the absolute paths of files and folders that were changed, created or
	// deleted.
	Files []string
	// Look reports whether any file may have changed: all files that the open documents
	// depend on are checked.
	Look bool
}

// A State is the result of an update.
type State struct {
	// Changed reports whether the settings of any document may have changed.
	Changed bool
	// Watches are the paths to be watched: a change to one may change the settings of
	// the open documents.
	Watches []Watch
	// Elsewhere reports whether the open documents also depend on files outside the
	// open folders, whose changes only [Change.Look] detects.
	Elsewhere bool
	// MaxDiagnostics is the maximum number of diagnostics per document that a client
	// has requested, or 0.
	MaxDiagnostics int
	// NoLenses is whether the client has turned off the lenses above calls.
	NoLenses bool
	// Reports are the errors in the files that were read that have no place in a file.
	Reports []Report
	// Mistakes are all the errors with a place, in the files that were read.
	Mistakes []Mistake
}

// Update applies a change and returns the result. It waits for the disk; other methods
// are not blocked. After a change nothing is kept of what was read before it.
func (w *Workspace) Update(c Change) State {
	w.updating.Lock()
	defer w.updating.Unlock()
	var s State
	r := w.current()
	switch {
	case c.Client != nil:
		r, s.Changed = w.begin(c.Client.Folders, scopesOf(*c.Client)), true
	case (c.Look || len(c.Files) > 0) && r.stale(c.Files):
		scopes := make([]*scope, len(r.scopes))
		for i, old := range r.scopes {
			scopes[i] = loadScope(old.root, old.given)
		}
		r, s.Changed = w.begin(r.roots, scopes), true
	case !r.isOf(c.Open):
		before := r
		r = w.begin(r.roots, r.scopes)
		for _, path := range c.Open {
			r.of(path).Options()
		}
		s.Changed = before.stale(nil) // then only the new one has read it as it is
	}
	w.mu.Lock()
	w.now = r
	w.mu.Unlock()
	for _, path := range c.Open {
		r.set(r.of(path)) // so that it is searched for
	}
	s.Watches, s.Elsewhere = r.watches(c.Open)
	s.MaxDiagnostics, s.NoLenses = r.scopes[0].settings.MaxDiagnostics, r.scopes[0].settings.NoLenses
	s.Reports = r.reports()
	s.Mistakes = r.allMistakes()
	return s
}

// isOf reports whether no other settings than those of some paths were asked for: what only a
// closed document depended on is neither kept nor watched.
func (r *results) isOf(open []string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for path := range r.settings {
		if !slices.Contains(open, path) {
			return false
		}
	}
	return true
}

// stale reports whether anything that was read no longer matches the disk. touched are files
// that have changed, even if their size and time are unchanged.
func (r *results) stale(touched []string) bool {
	differs := func(files []string, state string) bool {
		return state != stateOf(files) || len(touched) > 0 && slices.ContainsFunc(files, func(file string) bool {
			return slices.Contains(touched, absolute(file))
		})
	}
	configurations, sets := r.known()
	r.mu.Lock()
	folders := maps.Clone(r.folders)
	r.mu.Unlock()
	for in, f := range folders {
		file, found := f.config.peek()
		defined, searched := f.definitions.peek()
		if found && file != r.configFile(in) || searched && !slices.Equal(defined.files, discover(in.path).files) {
			return true
		}
	}
	return slices.ContainsFunc(configurations, func(c *Configuration) bool { return differs(c.Files(), c.state) }) ||
		slices.ContainsFunc(sets, func(l *lazySet) bool { return differs(l.depends(), l.get().state) })
}
