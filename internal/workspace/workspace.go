package workspace

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
)

// Flags are the caller's settings. They override settings and files.
type Flags struct {
	// Config is the configuration file to use instead of the nearest one, or
	// [config.None] for none at all. "" means the nearest one.
	Config string
	// On are the codes of rules that run even if they are disabled, with their own
	// severity.
	On []string
	// Tools are files and folders that define tools, instead of those that are searched
	// for, and [config.None]. If it is empty, they are searched for.
	Tools []string
	// Kind is how every file is read. "" means as configured.
	Kind config.ReadAs
	// Prompts reports whether every file is a prompt.
	Prompts bool
}

// A Workspace determines the settings for each path. Its methods are safe for
// concurrent use. While a file is read, only callers that need it wait.
type Workspace struct {
	flags Flags
	// read is called for each configuration file and each list of definitions that is
	// read; it may be nil.
	read func(what string, files []string)

	updating sync.Mutex // held by Update, of which one runs at a time; held while files are read

	mu  sync.Mutex // guards now; never held while a file is accessed
	now *results
}

// results are what was found and read since the last change. Nothing is read again:
// a change starts another one.
type results struct {
	*Workspace                   // for its flags
	roots      []string          // the open folders
	scopes     []*scope          // the scopes of the settings: that of all folders, then those of single ones
	rootAt     map[string]string // the open folders by pathKey
	own        map[string]*scope // the scopes of single folders by pathKey

	mu sync.Mutex // guards the fields below; never held while a file is accessed
	// Results of searching and reading, by folder, file, and list of definitions.
	folders        map[inFolder]*folder
	configurations map[string]*lazy[*Configuration]
	sets           map[string]*lazySet
	// settings caches results by path, at most maxSettings.
	settings map[string]*Settings
}

// maxSettings bounds the number of cached results: a folder may contain any number of
// files, and a result is computed quickly once its files have been read.
const maxSettings = 4096

// An inFolder is a folder, and the settings by which it is searched.
type inFolder struct {
	path  string
	scope *scope
}

// A folder is the result of searching for the files in a folder.
type folder struct {
	config *lazy[string] // the configuration file, or ""
	// definitions are the files that define tools, if none are configured.
	definitions *lazy[definitions]
	top         *lazy[string] // the folder of the repository, or ""
}

// New returns a workspace. read, which may be nil, is called with each
// configuration file that is read ("configuration") and each list of files that
// define tools ("tools").
func New(flags Flags, read func(what string, files []string)) *Workspace {
	if read == nil {
		read = func(string, []string) {}
	}
	w := &Workspace{flags: flags, read: read}
	w.now = w.begin(nil, scopesOf(Client{}))
	return w
}

// begin returns empty results.
func (w *Workspace) begin(roots []string, scopes []*scope) *results {
	r := &results{
		Workspace: w, roots: roots, scopes: scopes,
		rootAt: map[string]string{}, own: map[string]*scope{},
		folders:        map[inFolder]*folder{},
		configurations: map[string]*lazy[*Configuration]{},
		sets:           map[string]*lazySet{},
		settings:       map[string]*Settings{},
	}
	for _, root := range roots {
		r.rootAt[pathKey(root)] = root
	}
	for _, s := range scopes[1:] {
		r.own[pathKey(s.root)] = s
	}
	return r
}

// current returns the current results.
func (w *Workspace) current() *results {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// For returns the settings for a file, given its absolute path. "" means a text that is
// not a file: it has the configuration of the first open folder, and Forge's own tools
// unless others are configured.
func (w *Workspace) For(path string) *Settings { return w.current().of(path) }

// of is [Workspace.For].
func (r *results) of(path string) *Settings {
	r.mu.Lock()
	a := r.settings[path]
	r.mu.Unlock()
	if a != nil {
		return a
	}
	s, ok := innermost(r.own, path)
	if !ok {
		s = r.scopes[0] // no folder around it has settings of its own
	}
	folder := s.root // for a text that is not a file
	if path != "" {
		folder = filepath.Dir(path)
	}
	a = r.resolve(folder, path, s)
	a.search, a.path = path != "", path

	r.mu.Lock()
	defer r.mu.Unlock()
	if earlier := r.settings[path]; earlier != nil {
		return earlier // from a concurrent call
	}
	if len(r.settings) >= maxSettings {
		clear(r.settings)
	}
	r.settings[path] = a
	return a
}

// In returns the settings for a text that is not a file but belongs to a folder, given
// by its absolute path, as standard input belongs to the working directory. Globs do
// not match it.
func (w *Workspace) In(folder string) *Settings {
	r := w.current()
	a := r.resolve(folder, "", r.scopes[0])
	a.search = true
	return a
}

// Kind returns how a file is read, given its path as for [Workspace.For] and its kind by
// name, and false if it is not read: a configuration or a definition of tools, unless the
// configuration specifies how to read it.
func (w *Workspace) Kind(path string, named document.Kind) (kind document.Kind, read bool) {
	a := w.For(path)
	kind, read = a.ReadAs(named)
	return kind, read && (a.Kind.Value != "" || !a.IsDefinition())
}

// Options returns the options of the rules for a file, given its path as for
// [Workspace.For]. It reads the definitions of tools if they have not been read.
func (w *Workspace) Options(path string) diagnostics.Options {
	return w.For(path).Options()
}

// resolve returns the settings for a folder, "" for none.
func (r *results) resolve(folder, path string, s *scope) *Settings {
	a := &Settings{Resolved: config.Defaults(), Configuration: noConfiguration}
	a.tools = sync.OnceValue(func() *ToolSet {
		if s := r.set(a); s != nil {
			return s.get()
		}
		return nil
	})
	a.options = sync.OnceValue(func() diagnostics.Options {
		o := a.Resolved.Options()
		o.Purpose = a.purpose()
		if s := a.ToolSet(); s != nil {
			o.Tools = s.Set
		}
		return o
	})
	if folder != "" {
		a.folder, a.dir = r.find(inFolder{folder, s}), folder
		a.Configuration = r.configuration(a.folder.config.get()).get()
		a.Configuration.resolve(a.Resolved, path)
		a.toolsRoot = a.Configuration.root
	}
	if s.resolve(a.Resolved) {
		a.toolsRoot = s.root
	}
	for _, code := range r.flags.On {
		if level := a.Rules[code].Value; level == diagnostics.Default || level == diagnostics.Off {
			a.Rules[code] = config.Value[diagnostics.Level]{Value: ownLevel(code), From: config.Place{File: "--select"}}
		}
	}
	if r.flags.Kind != "" {
		a.Kind = config.Value[config.ReadAs]{Value: r.flags.Kind, From: config.Place{File: "--as"}}
	}
	if r.flags.Prompts {
		a.Prompt = config.Value[*bool]{Value: &r.flags.Prompts, From: config.Place{File: "--check"}}
	}
	if len(r.flags.Tools) > 0 {
		a.Tools = config.Value[*config.Tools]{Value: (*config.Tools)(&r.flags.Tools), From: config.Place{File: "--tools"}}
		a.toolsRoot = ""
	}
	return a
}

// ownLevel returns the level of a rule when enabled, by its own definition.
func ownLevel(code string) diagnostics.Level {
	rule := diagnostics.Lookup(code)
	if rule == nil || !rule.OffByDefault {
		return diagnostics.Default // which the profile may override
	}
	return diagnostics.Level(rule.Severity.String())
}

// find returns the search results for a folder.
func (r *results) find(in inFolder) *folder {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.folders[in]
	if f == nil {
		f = &folder{
			config:      newLazy(func() string { return r.configFile(in) }),
			definitions: newLazy(func() definitions { return discover(in.path) }),
			top: newLazy(func() string {
				if top, ok := Repository(in.path); ok {
					return top
				}
				return ""
			}),
		}
		r.folders[in] = f
	}
	return f
}

// configFile returns the configuration file for a folder, or "".
func (r *results) configFile(in inFolder) string {
	switch {
	case r.flags.Config == config.None:
		return ""
	case r.flags.Config != "":
		return absolute(r.flags.Config)
	case in.scope.settings.File == "":
		return findConfiguration(in.path)
	case in.scope.settings.File == config.None:
		return ""
	}
	return in.scope.path(in.scope.settings.File)
}

// configuration returns a configuration file, which is read on first use.
func (r *results) configuration(file string) *lazy[*Configuration] {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.configurations[file]
	if c == nil {
		c = newLazy(func() *Configuration {
			if file == "" {
				return noConfiguration
			}
			c := loadConfiguration(file, nil)
			r.read("configuration", []string{file})
			return c
		})
		r.configurations[file] = c
	}
	return c
}

// set returns the tools of a result, or nil for Forge's own. They are read on first
// use.
func (r *results) set(a *Settings) *lazySet {
	var from definitions
	key := ""
	switch {
	case a.Tools.Value != nil:
		from = definitions{*a.Tools.Value, a.toolsRoot}
		key = "\x00"
	case a.search:
		from = a.folder.definitions.get()
	default:
		return nil
	}
	key += from.root + "\x00" + strings.Join(from.files, "\x00")
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sets[key]
	if s == nil {
		s = newLazySet(a.Tools.Value != nil, from, r.read)
		r.sets[key] = s
	}
	return s
}
