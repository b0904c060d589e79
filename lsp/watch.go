package lsp

import (
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/workspace"
)

// watchFiles asks the client to watch files, if they have changed, and reports whether
// it watches them.
func (s *server) watchFiles(watches []workspace.Watch) bool {
	w := &s.watching
	w.mu.Lock()
	defer w.mu.Unlock()
	list := s.watchers(watches)
	options, err := encode(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: list})
	switch {
	case !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration || err != nil:
		return false
	case len(list) == 0 && w.count == 0:
		return true
	case !w.ready.Load() || w.asked == string(options):
		return w.watched
	}
	w.count++
	w.asked, w.watched = string(options), false
	id := w.id()
	s.register(protocol.Registration{
		ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: protocol.LSPAny(options),
	}, func(answer *response) { s.registered(id, answer.err) })
	return false
}

// register asks the client to report something.
func (s *server) register(what protocol.Registration, answered func(*response)) {
	s.request(protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: []protocol.Registration{what}}, answered)
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
		s.request(protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
			Unregisterations: []protocol.Unregistration{{ID: before, Method: protocol.MethodWorkspaceDidChangeWatchedFiles}},
		}, nil)
	}
	s.update(workspace.Change{Look: true})
}

// watchers returns watches in the form for the client. One that does not support
// relative patterns applies a glob to all of its folders.
func (s *server) watchers(watches []workspace.Watch) []protocol.FileSystemWatcher {
	list := []protocol.FileSystemWatcher{}
	globs := map[string]bool{}
	for _, w := range watches {
		if s.client.Workspace.DidChangeWatchedFiles.RelativePatternSupport {
			list = append(list, protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{
				BaseURI: protocol.URI(uri.File(w.Folder)), Pattern: protocol.Pattern(w.Glob),
			}})
			continue
		}
		glob := w.Glob
		if !strings.HasPrefix(glob, "**/") {
			glob = "**/" + glob
		}
		if !globs[glob] {
			globs[glob] = true
			list = append(list, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(glob)})
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
