package lsp

import (
	"encoding/json"
	"log/slog"
	"slices"
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
	w := &s.watching
	w.mu.Lock()
	defer w.mu.Unlock()
	list := s.watchers(watches)
	text, err := json.Marshal(list)
	switch {
	case !s.client.watches || err != nil:
		return false
	case len(list) == 0 && w.count == 0:
		return true
	case !w.ready || w.asked == string(text):
		return w.watched
	}
	w.count++
	w.asked, w.watched = string(text), false
	id := w.id()
	params := &registerParams{[]registration{{
		ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: map[string]any{"watchers": list},
	}}}
	s.request(protocol.MethodClientRegisterCapability, params, func(_ []byte, err error) { s.registered(id, err) })
	return false
}

// id returns the id of the last registration.
func (w *watching) id() string { return "watch-" + strconv.Itoa(w.count) }

// registered handles the answer to a registration of watchers. Earlier changes have to
// be searched for.
func (s *server) registered(id string, err error) {
	if err != nil {
		s.Logger.Warn("the client does not watch files; they are polled", slog.Any("error", err))
		return
	}
	w := &s.watching
	w.mu.Lock()
	before := w.holding
	w.holding, w.watched = id, id == w.id()
	w.mu.Unlock()
	if before != "" {
		params := &unregisterParams{[]registration{{ID: before, Method: protocol.MethodWorkspaceDidChangeWatchedFiles}}}
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

// A changedFile is one that has changed or was created or deleted, or was renamed.
type changedFile struct {
	URI    string `json:"uri"`
	OldURI string `json:"oldUri"`
	NewURI string `json:"newUri"`
}

type changedFilesParams struct {
	Changes []changedFile `json:"changes"` // of files that the client watches
	Files   []changedFile `json:"files"`   // in the editor, which watching may report later or not at all
}

// didChangeFiles makes the workspace check files and folders. The type of change is ignored:
// only the current state is relevant.
func (s *server) didChangeFiles(p *changedFilesParams) error {
	var files []string
	for _, f := range slices.Concat(p.Changes, p.Files) {
		for _, name := range []string{f.URI, f.OldURI, f.NewURI} {
			if u := canonical(name); u.IsFile() {
				files = append(files, u.FsPath())
			}
		}
	}
	if len(files) > 0 {
		s.update(workspace.Change{Files: files})
	}
	return nil
}
