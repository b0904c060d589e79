package lsp

import (
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A watcher is a FileSystemWatcher of the protocol; its pattern is a glob, or a
// relativePattern.
type watcher struct {
	GlobPattern any `json:"globPattern"`
}

type relativePattern struct {
	BaseURI uri.URI `json:"baseUri"`
	Pattern string  `json:"pattern"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// registerParams are the parameters of client/registerCapability.
type registerParams struct {
	Registrations []registration `json:"registrations"`
}

// unregisterParams are those of client/unregisterCapability; the misspelling is the
// protocol's.
type unregisterParams struct {
	Unregistrations []registration `json:"unregisterations"`
}

// watchFiles asks the client to watch files, if they have changed, and reports whether
// it watches them.
func (s *server) watchFiles(watches []workspace.Watch) bool {
	if !s.client.watches {
		return false
	}
	list := s.watchers(watches)
	if len(list) == 0 && s.watching.never() {
		return true
	}
	text, err := json.Marshal(list)
	if err != nil {
		s.log.Error("encoding watchers", slog.Any("error", err))
		return false
	}
	id, watched := s.watching.next(string(text))
	if id == "" {
		return watched
	}
	params := &registerParams{[]registration{{
		ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: map[string]any{"watchers": list},
	}}}
	s.request(protocol.MethodClientRegisterCapability, params, func(_ []byte, err error) { s.registered(id, err) })
	return false
}

// never reports whether the client was never asked to watch anything.
func (w *watching) never() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count == 0
}

// next returns the id of the registration to make, or "", and whether the client
// watches the files of the last request.
func (w *watching) next(asked string) (id string, watched bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ready || w.asked == asked {
		return "", w.watched
	}
	w.count++
	w.asked, w.watched = asked, false
	return w.id(), false
}

// id returns the id of the last registration.
func (w *watching) id() string { return "watch-" + strconv.Itoa(w.count) }

// registered handles the answer to a registration of watchers. Earlier changes have to
// be searched for.
func (s *server) registered(id string, err error) {
	if err != nil {
		s.log.Warn("the client does not watch files; they are polled", slog.Any("error", err))
		return
	}
	w := &s.watching
	w.mu.Lock()
	before := w.holding
	w.holding, w.watched = []string{id}, id == w.id()
	w.mu.Unlock()
	if len(before) > 0 {
		params := &unregisterParams{}
		for _, old := range before {
			params.Unregistrations = append(params.Unregistrations, registration{ID: old, Method: protocol.MethodWorkspaceDidChangeWatchedFiles})
		}
		s.request(protocol.MethodClientUnregisterCapability, params, nil)
	}
	s.update(workspace.Change{Look: true})
}

// watchers returns watches in the form for the client. One that does not support
// relative patterns applies a glob to all of its folders.
func (s *server) watchers(watches []workspace.Watch) []watcher {
	list := []watcher{}
	globs := map[string]bool{}
	for _, w := range watches {
		if s.client.relativePatterns {
			list = append(list, watcher{relativePattern{uri.File(w.Folder), w.Glob}})
			continue
		}
		glob := w.Glob
		if !strings.HasPrefix(glob, "**/") {
			glob = "**/" + glob
		}
		if !globs[glob] {
			globs[glob] = true
			list = append(list, watcher{glob})
		}
	}
	return list
}

type didChangeWatchedFilesParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

// didChangeWatchedFiles makes the workspace check files. The type of change is ignored:
// only the current state is relevant.
func (s *server) didChangeWatchedFiles(p *didChangeWatchedFilesParams) error {
	uris := make([]string, len(p.Changes))
	for i, change := range p.Changes {
		uris[i] = change.URI
	}
	s.touched(uris...)
	return nil
}

// touched makes the workspace check files and folders.
func (s *server) touched(uris ...string) {
	var files []string
	for _, name := range uris {
		if u := canonical(name); u.IsFile() {
			files = append(files, u.FsPath())
		}
	}
	if len(files) > 0 {
		s.update(workspace.Change{Files: files})
	}
}

type changedFilesParams struct {
	Files []struct {
		URI    string `json:"uri"`
		OldURI string `json:"oldUri"`
		NewURI string `json:"newUri"`
	} `json:"files"`
}

// didChangeFiles makes the workspace check files that were created, renamed or deleted
// in the editor, which its watching may report later or not at all.
func (s *server) didChangeFiles(p *changedFilesParams) error {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.URI, f.OldURI, f.NewURI)
	}
	s.touched(uris...)
	return nil
}
