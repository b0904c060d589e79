package workspace

import (
	"path/filepath"

	"github.com/entrhq/forge-lsp/diagnostics/config"
)

// A Client is what a client has open and has set.
type Client struct {
	// Folders are the absolute paths of the folders that are open, in the
	// client's order.
	Folders []string
	// Settings are the settings for all folders, a JSON object, nil for none.
	// Their paths are relative to the first folder and cannot leave it.
	Settings []byte
	// Own are the settings of folders that have others than Settings, by the
	// folder's path. Their paths are relative to it.
	Own map[string][]byte
}

// A scope is where settings of the client apply: everywhere, or in one folder.
type scope struct {
	root  string // the folder that paths are in, "" if none is open
	given []byte // JSON, nil for no settings

	settings *config.Settings // nil for no settings
	problems []*config.Problem
	state    string // of the files that the settings name
	told     bool   // whether Update has reported the problems
}

// configure takes what the client has open and has set, in place of what it was.
func (w *Workspace) configure(c Client) {
	w.roots = c.Folders
	all := &scope{given: c.Settings}
	if len(c.Folders) > 0 {
		all.root = c.Folders[0]
	}
	w.scopes = []*scope{all}
	for _, folder := range c.Folders {
		if given, ok := c.Own[folder]; ok {
			w.scopes = append(w.scopes, &scope{root: folder, given: given})
		}
	}
	for _, s := range w.scopes {
		s.load()
	}
	// The configuration files stay as they are read; another may be the one to use.
	clear(w.folders)
	w.keepAnswers(none)
}

// scopeOf returns the scope that a path is in: that of the innermost folder with
// settings of its own, or else the one of all folders.
func (w *Workspace) scopeOf(path string) *scope {
	found := w.scopes[0]
	for _, s := range w.scopes[1:] {
		if within(s.root, path) && (found == w.scopes[0] || len(s.root) > len(found.root)) {
			found = s
		}
	}
	return found
}

// load reads the settings, and looks for the files that they name.
func (s *scope) load() {
	s.told = false
	if s.given == nil {
		return
	}
	root, err := openConfined(s.root)
	if err != nil { // no folder is open, or none that can be read
		s.settings, s.problems = config.ReadSettings(nil, s.given)
		return
	}
	defer root.close()
	s.settings, s.problems = config.ReadSettings(root, s.given)
	s.state = stateAfter(s.files(), root.seen)
}

// files returns the files that the settings name.
func (s *scope) files() []string {
	if s.settings == nil {
		return nil
	}
	return under(s.root, s.settings.Config)
}

// path returns the path of a file that the settings name.
func (s *scope) path(name string) string {
	return filepath.Join(s.root, filepath.FromSlash(name))
}

// resolve applies the settings to what applies already.
func (s *scope) resolve(into *config.Resolved) {
	if s.settings != nil {
		s.settings.Config.Resolve(into, "", s.path)
	}
}
