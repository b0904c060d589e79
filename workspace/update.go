package workspace

import (
	"fmt"
	"maps"
	"slices"
)

// A Change is something that happened to a workspace.
type Change struct {
	// Client is what the client has open and has set now; nil if that has not
	// changed.
	Client *Client
	// Open are the paths of the documents that are open, "" for one that is no
	// file. What no open document depends on is forgotten, and not watched.
	Open []string
	// Files are the absolute paths of files and folders that changed on the disk,
	// appeared or are gone.
	Files []string
	// Look is whether any file may have changed: all that the open documents
	// depend on are looked at.
	Look bool
}

// A State is what an update leads to.
type State struct {
	// Changed is whether something else may apply to a document than before.
	Changed bool
	// Watches are what has to be watched: a change of it may change what applies
	// to the open documents.
	Watches []Watch
	// Elsewhere is whether the open documents depend on something besides, which
	// only [Change.Look] notices: it is outside of the folders that are open.
	Elsewhere bool
	// MaxDiagnostics is how many diagnostics of a document a client has asked for,
	// 0 where it did not.
	MaxDiagnostics int
	// Reports are about the mistakes in what was read since the last update.
	Reports []Report
}

// A Report is about mistakes in settings, in a configuration file, or in the
// definitions of tools.
type Report struct {
	// Message is one text for a person to see.
	Message string
	// Details are all the mistakes, where Message is only the first of several.
	Details []string
}

// Update applies a change and returns what it leads to. It waits for the disk.
func (w *Workspace) Update(c Change) State {
	w.mu.Lock()
	defer w.mu.Unlock()
	var s State
	if c.Client != nil {
		w.configure(*c.Client)
		s.Changed = true
	}
	w.keep(c.Open)
	if (c.Look || len(c.Files) > 0) && w.look(c.Files) {
		s.Changed = true
		w.keep(c.Open)
	}
	s.Watches, s.Elsewhere = w.watches(c.Open)
	if all := w.scopes[0]; all.settings != nil {
		s.MaxDiagnostics = all.settings.MaxDiagnostics
	}
	s.Reports = w.reports()
	return s
}

// keep forgets all that none of the open documents depends on, and finds what
// they do.
func (w *Workspace) keep(open []string) {
	paths, folders, files, sets := map[string]bool{}, map[*folder]bool{}, map[*Configuration]bool{}, map[*lazySet]bool{}
	for _, path := range open {
		a := w.forPath(path)
		paths[path], folders[a.folder], files[a.Configuration], sets[w.set(a)] = true, true, true, true
	}
	w.keepAnswers(func(path string) bool { return paths[path] })
	maps.DeleteFunc(w.folders, func(_ inFolder, f *folder) bool { return !folders[f] })
	maps.DeleteFunc(w.configurations, func(_ string, c *Configuration) bool { return !files[c] })
	maps.DeleteFunc(w.sets, func(_ string, l *lazySet) bool { return !sets[l] })
}

// look drops all that is not any more as it is on the disk, and reports whether
// anything was. touched are files that have changed, even if their size and time
// are as before.
func (w *Workspace) look(touched []string) (changed bool) {
	stale := func(files []string, state string) bool {
		gone := state != stateOf(files) || slices.ContainsFunc(files, func(file string) bool {
			return slices.Contains(touched, absolute(file))
		})
		changed = changed || gone
		return gone
	}
	for _, s := range w.scopes {
		if s.settings != nil && stale(s.files(), s.state) {
			s.load()
			clear(w.folders) // another configuration file may be the one to use
		}
	}
	maps.DeleteFunc(w.folders, func(in inFolder, f *folder) bool {
		gone := f.config != w.configFile(in) || f.searched && !slices.Equal(f.definitions, discover(in.path))
		changed = changed || gone
		return gone
	})
	maps.DeleteFunc(w.configurations, func(_ string, c *Configuration) bool { return stale(c.Files(), c.state) })
	maps.DeleteFunc(w.sets, func(_ string, l *lazySet) bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.set != nil && stale(l.depends(), l.state)
	})
	if changed {
		w.keepAnswers(none)
	}
	return changed
}

// reports returns what nobody was told of.
func (w *Workspace) reports() []Report {
	var all []Report
	for _, s := range w.scopes {
		for _, p := range untold(s.problems, &s.told) {
			all = append(all, Report{Message: p.Error()})
		}
	}
	for _, file := range slices.Sorted(maps.Keys(w.configurations)) {
		c := w.configurations[file]
		for _, p := range untold(c.Problems, &c.told) {
			all = append(all, Report{Message: p.Error()})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(w.sets)) {
		if r := w.sets[key].report(); r.Message != "" {
			all = append(all, r)
		}
	}
	return all
}

// untold returns list if told is false, and sets it.
func untold[T any](list []T, told *bool) []T {
	if *told {
		return nil
	}
	*told = true
	return list
}

// report returns what is wrong with a set that was read, once. Of many mistakes a
// person sees the first.
func (l *lazySet) report() (r Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.set == nil {
		return r
	}
	for _, p := range untold(l.set.Problems, &l.told) {
		r.Details = append(r.Details, p.Error())
	}
	if n := len(r.Details); n > 0 {
		r.Message = r.Details[0]
		if n > 1 {
			r.Message += fmt.Sprintf(" (and %d more; forge-lsp tools --check lists them)", n-1)
		}
	}
	return r
}
