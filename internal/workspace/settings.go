package workspace

import (
	"path/filepath"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/files"
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

// A Client is the state of a client: its open folders and settings.
type Client struct {
	// Folders are the absolute paths of the open folders, in the client's order.
	Folders []string
	// Settings are the settings for all folders, a JSON object, or nil. Their paths are
	// relative to the first folder and cannot leave it.
	Settings []byte
	// Own are the settings of folders whose settings differ from Settings, by the
	// folder's path. Their paths are relative to it.
	Own map[string][]byte
}

// A scope is where settings of the client apply: everywhere, or in one folder.
type scope struct {
	root  string // the folder that paths are relative to, "" if none is open
	given []byte // JSON, nil for no settings

	settings *config.Settings
	problems []*config.Problem
	state    string // of the files that the settings name
}

// scopesOf returns the scopes of a client.
func scopesOf(c Client) []*scope {
	all := &scope{given: c.Settings}
	if len(c.Folders) > 0 {
		all.root = c.Folders[0]
	}
	scopes := []*scope{all.load()}
	for _, folder := range c.Folders {
		if given, ok := c.Own[folder]; ok {
			scopes = append(scopes, (&scope{root: folder, given: given}).load())
		}
	}
	return scopes
}

// load returns the scope with its settings as currently read: with the files that they
// name.
func (s *scope) load() *scope {
	now := &scope{root: s.root, given: s.given}
	root, err := files.OpenFolder(s.root)
	switch {
	case s.given == nil:
		now.settings = &config.Settings{}
	case err != nil: // no folder is open, or it cannot be read
		now.settings, now.problems = config.ReadSettings(nil, s.given)
	default:
		now.settings, now.problems = config.ReadSettings(root, s.given)
		now.state = stateOf(now.files())
	}
	if err == nil {
		_ = root.Close()
	}
	return now
}

// files returns the files that the settings name.
func (s *scope) files() []string { return under(s.root, s.settings.Config) }

// absolute returns the path of a file that the settings name.
func (s *scope) absolute(name string) string {
	return filepath.Join(s.root, filepath.FromSlash(name))
}

// resolve applies the settings on top of the others, and reports whether they name
// tools.
func (s *scope) resolve(into *config.Resolved) (tools bool) {
	before := into.Tools.Value
	s.settings.Config.Resolve(into, "", s.absolute)
	return into.Tools.Value != before
}
