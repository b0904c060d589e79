package workspace

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
)

// results are what was found and read since the last change. Nothing is read again:
// a change starts another one.
type results struct {
	flags  Flags
	read   func(what string, files []string) // as in [New]
	roots  []string                          // the open folders
	scopes []*scope                          // the scopes of the settings: that of all folders, then those of single ones
	rootAt map[string]string                 // the open folders by pathKey
	own    map[string]*scope                 // the scopes of single folders by pathKey

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
	return in.scope.absolute(in.scope.settings.File)
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

// known returns what was read: the settings of the client, and the rest in the order of the paths.
func (r *results) known() (configurations []*Configuration, sets []*lazySet) {
	for _, s := range r.scopes {
		configurations = append(configurations, &s.Configuration)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, file := range slices.Sorted(maps.Keys(r.configurations)) {
		if c, ok := r.configurations[file].peek(); ok {
			configurations = append(configurations, c)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.sets)) {
		if _, ok := r.sets[key].peek(); ok {
			sets = append(sets, r.sets[key])
		}
	}
	return configurations, sets
}
