package lsp

import (
	"path/filepath"
	"runtime"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
)

// setFolders sets the open folders.
func (f *folderFiles) setFolders(folders []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders, f.known = folders, map[string]*filetools.Workspace{}
}

// change replaces the workspaces with a file that has changed, for which next returns another one, and
// returns those that were replaced.
func (f *folderFiles) change(next func(*filetools.Workspace) *filetools.Workspace) (replaced []*filetools.Workspace) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for folder, w := range f.known {
		if now := next(w); now != nil {
			f.known[folder] = now
			replaced = append(replaced, w)
		}
	}
	return replaced
}

// inUse reports whether there are files that may change.
func (f *folderFiles) inUse() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.known) > 0
}

// filesOf returns the files that the calls of a document are checked against that is being written: those of
// its open folder for a reply, which is about to run, and nil for anything else. A reply that is only read may
// have run long ago, and its files have moved on. A browser has no files to check against.
func (s *server) filesOf(path string, kind document.Kind) *filetools.Workspace {
	if kind != document.Reply || path == "" || runtime.GOOS == "js" {
		return nil
	}
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	root := ""
	for _, folder := range s.files.folders {
		below, err := filepath.Rel(folder, path)
		if err == nil && filepath.IsLocal(below) && len(folder) > len(root) {
			root = folder
		}
	}
	if root == "" {
		return nil
	}
	w := s.files.known[root]
	if w == nil {
		var err error
		if w, err = filetools.Open(root, s.buffer); err != nil {
			return nil
		}
		s.files.known[root] = w
		s.poke() // so that the disk is looked at
	}
	return w
}

// buffer returns the text of a file that is open.
func (s *server) buffer(path string) (string, bool) {
	sn := s.documents.get(canonical(string(uri.File(path))))
	if sn == nil {
		return "", false
	}
	return sn.text().String(), true
}

// changing routes a notification that changes the text of a document, which may be a file that calls
// of replies refer to.
func changing[P any](s *server, handle func(*P) error, of func(*P) textDocument) func(*P) error {
	return func(params *P) error {
		err := handle(params)
		if key := of(params).key(); key.IsFile() && s.files.inUse() {
			path := key.FsPath()
			s.refreshReplies(s.files.change(func(w *filetools.Workspace) *filetools.Workspace { return w.Without(path) }))
		}
		return err
	}
}

// lookAtFiles analyzes replies again if a file that their calls refer to has changed on the disk.
func (s *server) lookAtFiles() {
	s.refreshReplies(s.files.change((*filetools.Workspace).Fresh))
}

// refreshReplies analyzes the documents again whose calls were checked against workspaces, or may be.
func (s *server) refreshReplies(replaced []*filetools.Workspace) {
	if len(replaced) > 0 {
		s.refresh(func(sn *snapshot) bool { return sn.checkedAgainst(replaced) })
	}
}
