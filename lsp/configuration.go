package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// section is the name of the server's settings.
const section = "forge"

// foldersIn returns those of a list of folders that are folders of files.
func foldersIn(list []textDocument) (folders []openFolder) {
	for _, f := range list {
		if u := f.key(); u.IsFile() {
			folders = append(folders, openFolder{f.URI, u.FsPath()})
		}
	}
	return folders
}

// openWorkspace takes the folders and the settings of initialize. The settings are the
// server's own: an object of the section, or one that contains it.
func (s *server) openWorkspace(p *initializeParams) {
	s.settings.folders = foldersIn(p.WorkspaceFolders)
	if len(s.settings.folders) == 0 { // older clients have one, in one of two ways
		if s.settings.folders = foldersIn([]textDocument{{p.RootURI}}); len(s.settings.folders) == 0 && p.RootPath != "" {
			s.settings.folders = foldersIn([]textDocument{{string(uri.File(p.RootPath))}})
		}
	}
	s.settings.all = p.InitializationOptions
	object, _ := p.InitializationOptions.(map[string]any)
	if inner, ok := object[section]; ok {
		s.settings.all = inner
	}
	s.configure()
}

// initialized asks the client for its settings, and to report changes of settings and
// files. Before, requests are not allowed.
func (s *server) initialized(context.Context, jsonrpc2.RawMessage) (any, error) {
	if s.watching.ready.Swap(true) {
		return nil, nil
	}
	s.poke()
	s.askConfiguration()
	if s.client.Workspace.Configuration && s.client.Workspace.DidChangeConfiguration.DynamicRegistration {
		s.register(protocol.Registration{ID: "configuration", Method: protocol.MethodWorkspaceDidChangeConfiguration}, nil)
	}
	return nil, nil
}

type didChangeConfigurationParams struct {
	Settings any `json:"settings"`
}

// didChangeConfiguration replaces the settings. Clients send all settings of a user,
// often including those for other servers, or null if the server must ask.
func (s *server) didChangeConfiguration(p *didChangeConfigurationParams) error {
	object, _ := p.Settings.(map[string]any)
	inner, ok := object[section]
	if !ok {
		s.askConfiguration()
		return nil
	}
	if inner == nil {
		inner = map[string]any{}
	}
	s.giveUp(s.settings.asking) // that answer is older
	s.settings.all, s.settings.own = inner, nil
	s.configure()
	return nil
}

type didChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []textDocument `json:"added"`
		Removed []textDocument `json:"removed"`
	} `json:"event"`
}

func (s *server) didChangeWorkspaceFolders(p *didChangeWorkspaceFoldersParams) error {
	has := func(folders []openFolder, f openFolder) bool {
		return slices.ContainsFunc(folders, func(other openFolder) bool { return other.path == f.path })
	}
	removed := foldersIn(p.Event.Removed)
	folders := slices.DeleteFunc(slices.Clone(s.settings.folders), func(f openFolder) bool { return has(removed, f) })
	for _, f := range foldersIn(p.Event.Added) {
		if !has(folders, f) {
			folders = append(folders, f)
		}
	}
	s.settings.folders = folders
	s.configure()
	s.askConfiguration()
	return nil
}

// askConfiguration asks the client for the settings of all folders and for those
// of each, if it can be asked.
func (s *server) askConfiguration() {
	if !s.client.Workspace.Configuration {
		return
	}
	s.giveUp(s.settings.asking)
	folders := s.settings.folders
	params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: new(section)}}}
	for _, f := range folders {
		params.Items = append(params.Items, protocol.ConfigurationItem{ScopeURI: new(uri.URI(f.uri)), Section: new(section)})
	}
	s.settings.asking = s.request(protocol.MethodWorkspaceConfiguration, params, func(answer *response) {
		var answers []any
		if answer.err != nil || json.Unmarshal(answer.result, &answers) != nil || len(answers) != len(params.Items) {
			return // the settings are unchanged
		}
		if s.settings.answers = s.settings.answers || slices.ContainsFunc(answers, isSetting); !s.settings.answers {
			return
		}
		s.settings.all, s.settings.own = answers[0], map[string]any{}
		for i, f := range folders {
			s.settings.own[f.path] = answers[i+1]
		}
		s.configure()
	})
}

// isSetting reports whether an answer of a client means that it has settings.
func isSetting(answer any) bool {
	object, ok := answer.(map[string]any)
	return answer != nil && (!ok || len(object) > 0)
}

// configure reports the open folders and settings to the workspace, if they have
// changed.
func (s *server) configure() {
	c := &workspace.Client{Settings: encoded(s.settings.all)}
	defer func() { s.files.setFolders(c.Folders) }()
	for _, f := range s.settings.folders {
		c.Folders = append(c.Folders, f.path)
		if own := encoded(s.settings.own[f.path]); own != nil && string(own) != string(c.Settings) {
			if c.Own == nil {
				c.Own = map[string][]byte{}
			}
			c.Own[f.path] = own
		}
	}
	text, err := json.Marshal(c)
	if err != nil || string(text) == s.settings.last {
		return
	}
	s.settings.last = string(text)
	s.update(workspace.Change{Client: c})
}

// encoded returns a decoded JSON value as JSON, or nil for null. Equal values have
// equal texts.
func encoded(v any) (text []byte) {
	if v != nil {
		text, _ = json.Marshal(v) // which cannot fail: it was JSON
	}
	return text
}
