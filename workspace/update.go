package workspace

import (
	"fmt"
	"maps"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics/config"
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
	// All is whether a client has asked for the diagnostics of all files in the folders
	// that are open.
	All bool
	// Reports are about the mistakes in what was read since the last update that have no
	// place in a file.
	Reports []Report
	// Mistakes are all those that have one, of the files that were read.
	Mistakes []Mistake
}

// A Report is about mistakes in settings, or about files that cannot be read.
type Report struct {
	// Message is one text for a person to see.
	Message string
	// Details are all the mistakes, where Message is only the first of several.
	Details []string
}

// Update applies a change and returns what it leads to. It waits for the disk;
// others get their answers meanwhile.
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
		s.All = all.settings.Mode == config.WholeWorkspace
	}
	s.Reports = w.reports()
	s.Mistakes = w.now().mistakes()
	return s
}

// A state is what was found and read, at one time.
type state struct {
	scopes         []*scope
	folders        map[inFolder]*folder
	configurations map[string]*lazy[*Configuration]
	sets           map[string]*lazySet
}

// now returns copies of what was found and read, to be looked at without a lock.
func (w *Workspace) now() state {
	w.mu.Lock()
	defer w.mu.Unlock()
	return state{slices.Clone(w.scopes), maps.Clone(w.folders), maps.Clone(w.configurations), maps.Clone(w.sets)}
}

// changed makes a change after which something else may apply.
func (w *Workspace) changed(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	w.changes++
	clear(w.applied)
}

// keep forgets all that none of the open documents depends on, and finds what
// they do. What is found meanwhile is for a document that is opened just now.
func (w *Workspace) keep(open []string) {
	before := w.now()
	paths, folders, files, sets := map[string]bool{}, map[*folder]bool{}, map[*Configuration]bool{}, map[*lazySet]bool{}
	for _, path := range open {
		a := w.For(path)
		paths[path], folders[a.folder], files[a.Configuration], sets[w.set(a)] = true, true, true, true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.applied, func(path string, _ *Applied) bool { return !paths[path] })
	maps.DeleteFunc(w.folders, func(in inFolder, f *folder) bool { return !folders[f] && before.folders[in] == f })
	maps.DeleteFunc(w.configurations, func(file string, c *lazy[*Configuration]) bool {
		loaded, ok := c.peek()
		return ok && !files[loaded] && before.configurations[file] == c
	})
	maps.DeleteFunc(w.sets, func(key string, l *lazySet) bool { return !sets[l] && before.sets[key] == l })
}

// look drops all that is not any more as it is on the disk, and reports whether
// anything was. touched are files that have changed, even if their size and time
// are as before.
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

// drop deletes what was there before and is not kept. What is there since then is
// as it is on the disk.
func drop[K, V comparable](from, before, kept map[K]V) {
	maps.DeleteFunc(from, func(k K, v V) bool {
		_, ok := kept[k]
		return !ok && before[k] == v
	})
}

// reports returns what nobody was told of.
func (w *Workspace) reports() []Report {
	now := w.now()
	var all []Report
	for _, s := range now.scopes {
		for _, p := range untold(s.problems, &s.told) {
			all = append(all, Report{Message: p.Error()})
		}
	}
	for _, file := range slices.Sorted(maps.Keys(now.configurations)) {
		c, ok := now.configurations[file].peek()
		if !ok || file == "" {
			continue
		}
		for _, p := range untold(c.Problems, &c.told) {
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

// untold returns list if told is false, and sets it.
func untold[T any](list []T, told *bool) []T {
	if *told {
		return nil
	}
	*told = true
	return list
}

// report returns which files of a set cannot be read, once. Of many mistakes a
// person sees the first.
func (l *lazySet) report() (r Report) {
	loaded, ok := l.peek()
	if !ok {
		return r
	}
	for _, p := range untold(loaded.Problems, &l.told) {
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
