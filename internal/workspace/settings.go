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
	Configuration        // of the settings; it has no file, and no root if no folder is open
	given         []byte // JSON, nil for no settings
	settings      *config.Settings
}

// scopesOf returns the scopes of a client.
func scopesOf(c Client) []*scope {
	first := ""
	if len(c.Folders) > 0 {
		first = c.Folders[0]
	}
	scopes := []*scope{loadScope(first, c.Settings)}
	for _, folder := range c.Folders {
		if given, ok := c.Own[folder]; ok {
			scopes = append(scopes, loadScope(folder, given))
		}
	}
	return scopes
}

// loadScope returns the scope of settings, given the folder that their paths are relative to, with the files that they
// name as currently read.
func loadScope(root string, given []byte) *scope {
	s := &scope{Configuration: Configuration{root: root}, given: given}
	folder, err := files.OpenFolder(root)
	switch {
	case given == nil:
		s.settings = &config.Settings{}
	case err != nil: // no folder is open, or it cannot be read
		s.settings, s.Problems = config.ReadSettings(nil, given)
	default:
		s.settings, s.Problems = config.ReadSettings(folder, given)
	}
	if err == nil {
		_ = folder.Close()
	}
	s.config = s.settings.Config
	s.state = stateOf(s.Files())
	return s
}

// absolute returns the path of a file that the settings name.
func (s *scope) absolute(name string) string {
	return filepath.Join(s.root, filepath.FromSlash(name))
}

// resolve applies the settings on top of the others, and reports whether they name
// tools.
func (s *scope) resolve(into *config.Resolved) (tools bool) {
	before := into.Tools.Value
	s.config.Resolve(into, "", s.absolute)
	return into.Tools.Value != before
}
