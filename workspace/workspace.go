package workspace

import (
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/document"
)

// Flags are what the caller sets. They override settings and files.
type Flags struct {
	// Config is the configuration file to use in place of the nearest one, and
	// [config.None] for none at all. "" is the nearest one.
	Config string
	// Rules are the levels of rules by their codes.
	Rules map[string]diagnostics.Level
	// Tools are files and folders that define tools, in place of those that are
	// searched for, and [NoTools]. Empty is the search.
	Tools []string
	// Kind is how every file is read. "" is what is configured.
	Kind config.Kind
}

// A Workspace knows what applies to each path. Its methods are safe for
// concurrent use.
type Workspace struct {
	flags Flags
	// read is told of each configuration file and each list of definitions that
	// is read; nil tells nobody.
	read func(what string, files []string)

	mu     sync.Mutex
	roots  []string // the folders that are open
	scopes []*scope // of the settings: of all folders, then of single ones
	// What was found and read, by folder, file, and list of definitions.
	folders        map[inFolder]*folder
	configurations map[string]*Configuration
	sets           map[string]*lazySet

	// applied are answers by path, at most maxApplied. They have a lock of their
	// own, so that asking again does not wait for an update.
	answers sync.Mutex
	applied map[string]*Applied
}

// maxApplied bounds how many answers are kept: a folder may hold any number of
// files, and an answer is made quickly once the files are read that it is from.
const maxApplied = 1024

// An inFolder is a folder, and the settings by which it is searched.
type inFolder struct {
	path  string
	scope *scope
}

// A folder is what was found for the files in a folder.
type folder struct {
	config string // the configuration file, "" for none
	// definitions are the files that define tools, where nothing is configured;
	// they are searched for when somebody needs them.
	definitions []string
	searched    bool
}

// New returns a workspace. read, which may be nil, is called with each
// configuration file that is read ("configuration") and each list of files that
// define tools ("tools"); it must not call the workspace.
func New(flags Flags, read func(what string, files []string)) *Workspace {
	if read == nil {
		read = func(string, []string) {}
	}
	return &Workspace{
		flags: flags, read: read, scopes: []*scope{{}},
		folders:        map[inFolder]*folder{},
		configurations: map[string]*Configuration{},
		sets:           map[string]*lazySet{},
		applied:        map[string]*Applied{},
	}
}

// For returns what applies to a file, given its absolute path. "" means a
// text that is no file: it has the configuration of the first folder that is
// open, and Forge's own tools unless others are configured.
func (w *Workspace) For(path string) *Applied {
	if a := w.answer(path); a != nil {
		return a
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.forPath(path)
}

// forPath is For for who holds the lock.
func (w *Workspace) forPath(path string) *Applied {
	if a := w.answer(path); a != nil {
		return a
	}
	s := w.scopeOf(path)
	folder := s.root // of a text that is no file
	if path != "" {
		folder = filepath.Dir(path)
	}
	a := w.resolve(folder, path, s)
	a.search = path != ""
	w.answers.Lock()
	defer w.answers.Unlock()
	if len(w.applied) >= maxApplied {
		clear(w.applied)
	}
	w.applied[path] = a
	return a
}

// answer returns what was answered for a path, nil for nothing.
func (w *Workspace) answer(path string) *Applied {
	w.answers.Lock()
	defer w.answers.Unlock()
	return w.applied[path]
}

// keepAnswers forgets the answers for other paths.
func (w *Workspace) keepAnswers(keep func(path string) bool) {
	w.answers.Lock()
	defer w.answers.Unlock()
	maps.DeleteFunc(w.applied, func(path string, _ *Applied) bool { return !keep(path) })
}

func none(string) bool { return false }

// In returns what applies to a text that is no file and belongs to a folder, an
// absolute path, as standard input belongs to the working directory. No glob
// matches it.
func (w *Workspace) In(folder string) *Applied {
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.resolve(folder, "", w.scopes[0])
	a.search = true
	return a
}

// Kind returns how a file is read, given its path as for [Workspace.For] and what
// its name tells, and false where it is not read.
func (w *Workspace) Kind(path string, named document.Kind) (kind document.Kind, read bool) {
	return w.For(path).ReadAs(named)
}

// Options returns the options of the rules for a file, given its path as for
// [Workspace.For]. It reads the definitions of tools if nobody has read them.
func (w *Workspace) Options(path string) diagnostics.Options {
	return w.For(path).Options()
}

// resolve returns what applies in a folder, "" for none.
func (w *Workspace) resolve(folder, path string, s *scope) *Applied {
	a := &Applied{Resolved: config.Defaults(), Configuration: noConfiguration, workspace: w}
	if folder != "" {
		a.folder, a.dir = w.find(inFolder{folder, s}), folder
		a.Configuration = w.configuration(a.folder.config)
		a.Configuration.resolve(a.Resolved, path)
	}
	s.resolve(a.Resolved)
	for code, level := range w.flags.Rules {
		a.Rules[code] = config.Value[diagnostics.Level]{Value: level, From: config.Place{File: "--rule"}}
	}
	if w.flags.Kind != "" {
		a.Kind = config.Value[config.Kind]{Value: w.flags.Kind, From: config.Place{File: "--as"}}
	}
	if len(w.flags.Tools) > 0 {
		a.Tools = config.Value[*config.Tools]{Value: &config.Tools{Paths: w.flags.Tools}, From: config.Place{File: "--tools"}}
	}
	return a
}

// find returns what was found for a folder.
func (w *Workspace) find(in inFolder) *folder {
	f := w.folders[in]
	if f == nil {
		f = &folder{config: w.configFile(in)}
		w.folders[in] = f
	}
	return f
}

// configFile returns the configuration file for a folder, "" for none.
func (w *Workspace) configFile(in inFolder) string {
	switch {
	case w.flags.Config == config.None:
		return ""
	case w.flags.Config != "":
		return absolute(w.flags.Config)
	case in.scope.settings == nil || in.scope.settings.File == "":
		return findConfiguration(in.path)
	case in.scope.settings.File == config.None:
		return ""
	}
	return in.scope.path(in.scope.settings.File)
}

// configuration returns a configuration file, which is read if it has not been.
func (w *Workspace) configuration(file string) *Configuration {
	if file == "" {
		return noConfiguration
	}
	c := w.configurations[file]
	if c == nil {
		c = loadConfiguration(file)
		w.configurations[file] = c
		w.read("configuration", []string{file})
	}
	return c
}

// definitions returns the files that define tools for a folder.
func (w *Workspace) definitions(f *folder, dir string) []string {
	if !f.searched {
		f.definitions, f.searched = discover(dir), true
	}
	return f.definitions
}

// set returns the tools of an answer, nil for Forge's own.
func (w *Workspace) set(a *Applied) *lazySet {
	var files []string
	key := ""
	switch {
	case a.Tools.Value != nil:
		files = specs(a.Tools.Value)
		key = "\x00" + strings.Join(files, "\x00")
	case a.search:
		files = w.definitions(a.folder, a.dir)
		key = strings.Join(files, "\n")
	default:
		return nil
	}
	s := w.sets[key]
	if s == nil {
		s = &lazySet{given: a.Tools.Value != nil, files: files, read: w.read}
		w.sets[key] = s
	}
	return s
}
