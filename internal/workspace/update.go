package workspace

import (
	"fmt"
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
	// Reports are the errors in files read since the last update that have no place in a
	// file.
	Reports []Report
	// Mistakes are all the errors with a place, in the files that were read.
	Mistakes []Mistake
}

// A Report describes errors in settings, or files that cannot be read.
type Report struct {
	// Message is one text for display.
	Message string
	// Details are all the errors, if Message is only the first of several.
	Details []string
}

// Update applies a change and returns the result. It waits for the disk; other methods
// are not blocked.
func (w *Workspace) Update(c Change) State {
	w.updating.Lock()
	defer w.updating.Unlock()
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
	if all := w.now().scopes[0]; all.settings != nil {
		s.MaxDiagnostics = all.settings.MaxDiagnostics
	}
	s.Reports = w.reports()
	s.Mistakes = w.now().mistakes()
	return s
}

// A state is the result of searching and reading, at one time.
type state struct {
	scopes         []*scope
	folders        map[inFolder]*folder
	configurations map[string]*lazy[*Configuration]
	sets           map[string]*lazySet
}

// now returns copies of the state, to be examined without a lock.
func (w *Workspace) now() state {
	w.mu.Lock()
	defer w.mu.Unlock()
	return state{slices.Clone(w.scopes), maps.Clone(w.folders), maps.Clone(w.configurations), maps.Clone(w.sets)}
}

// changed makes a change after which different settings may apply.
func (w *Workspace) changed(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	w.changes++
	clear(w.settings)
}

// keep drops everything that no open document depends on, and reads what they do. Data
// that is read concurrently belongs to a document that is just being opened.
func (w *Workspace) keep(open []string) {
	before := w.now()
	paths, folders, files, sets := map[string]bool{}, map[*folder]bool{}, map[*Configuration]bool{}, map[*lazySet]bool{}
	for _, path := range open {
		a := w.For(path)
		paths[path], folders[a.folder], files[a.Configuration], sets[w.set(a)] = true, true, true, true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.settings, func(path string, _ *Settings) bool { return !paths[path] })
	maps.DeleteFunc(w.folders, func(in inFolder, f *folder) bool { return !folders[f] && before.folders[in] == f })
	maps.DeleteFunc(w.configurations, func(file string, c *lazy[*Configuration]) bool {
		loaded, ok := c.peek()
		return ok && !files[loaded] && before.configurations[file] == c
	})
	maps.DeleteFunc(w.sets, func(key string, l *lazySet) bool { return !sets[l] && before.sets[key] == l })
}

// look drops everything that no longer matches the disk, and reports whether there was
// any. touched are files that have changed, even if their size and time are unchanged.
func (w *Workspace) look(touched []string) (changed bool) {
	isTouched := map[string]bool{}
	for _, file := range touched {
		isTouched[file] = true
	}
	stale := func(files []string, state string) bool {
		return state != stateOf(files) || len(touched) > 0 && slices.ContainsFunc(files, func(file string) bool {
			return isTouched[absolute(file)]
		})
	}
	now, kept := w.now(), w.now()
	for i, s := range now.scopes {
		if s.settings != nil && stale(s.files(), s.state) {
			kept.scopes[i], changed = s.load(), true
		}
	}
	current := map[*scope]bool{}
	for _, s := range kept.scopes {
		current[s] = true
	}
	maps.DeleteFunc(kept.folders, func(in inFolder, f *folder) bool {
		file, found := f.config.peek()
		defined, searched := f.definitions.peek()
		return !current[in.scope] || found && file != w.configFile(in) ||
			searched && !slices.Equal(defined.files, discover(in.path).files)
	})
	maps.DeleteFunc(kept.configurations, func(_ string, c *lazy[*Configuration]) bool {
		loaded, ok := c.peek()
		return ok && stale(loaded.Files(), loaded.state)
	})
	maps.DeleteFunc(kept.sets, func(_ string, l *lazySet) bool {
		loaded, ok := l.peek()
		return ok && stale(l.depends(), loaded.state)
	})
	changed = changed || len(kept.folders) < len(now.folders) ||
		len(kept.configurations) < len(now.configurations) || len(kept.sets) < len(now.sets)
	if changed {
		w.changed(func() {
			w.scopes = kept.scopes
			drop(w.folders, now.folders, kept.folders)
			drop(w.configurations, now.configurations, kept.configurations)
			drop(w.sets, now.sets, kept.sets)
		})
	}
	return changed
}

// drop deletes entries that existed before and are not kept. Newer ones match the disk.
func drop[K, V comparable](from, before, kept map[K]V) {
	maps.DeleteFunc(from, func(k K, v V) bool {
		_, ok := kept[k]
		return !ok && before[k] == v
	})
}

// reports returns what has not been reported.
func (w *Workspace) reports() []Report {
	now := w.now()
	var all []Report
	for _, s := range now.scopes {
		for _, p := range unreported(s.problems, &s.reported) {
			all = append(all, Report{Message: p.Error()})
		}
	}
	for _, file := range slices.Sorted(maps.Keys(now.configurations)) {
		c, ok := now.configurations[file].peek()
		if !ok || file == "" {
			continue
		}
		for _, p := range unreported(c.Problems, &c.reported) {
			if p.Line == 0 {
				all = append(all, Report{Message: p.Error()})
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(now.sets)) {
		if r := now.sets[key].report(); r.Message != "" {
			all = append(all, r)
		}
	}
	return all
}

// unreported returns list if reported is false, and sets reported.
func unreported[T any](list []T, reported *bool) []T {
	if *reported {
		return nil
	}
	*reported = true
	return list
}

// report returns which files of a set cannot be read, once. Of many errors it shows the
// first.
func (l *lazySet) report() (r Report) {
	loaded, ok := l.peek()
	if !ok {
		return r
	}
	for _, p := range unreported(loaded.Problems, &l.reported) {
		if p.Line == 0 {
			r.Details = append(r.Details, p.Error())
		}
	}
	if n := len(r.Details); n > 0 {
		r.Message = r.Details[0]
		if n > 1 {
			r.Message += fmt.Sprintf(" (and %d more; forge-lsp tools --check lists them)", n-1)
		}
	}
	return r
}
