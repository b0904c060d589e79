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

// edited analyzes replies again whose calls may refer to a file that was edited.
func (s *server) edited(key uri.URI) {
	if key.IsFile() {
		s.renewFiles(func(w *filetools.Workspace) *filetools.Workspace { return w.Without(key.FsPath()) })
	}
}

// renewFiles replaces the workspaces with a file that has changed, for which next returns another one, and
// analyzes the documents again whose calls were checked against those, or may be.
func (s *server) renewFiles(next func(*filetools.Workspace) *filetools.Workspace) {
	var replaced []*filetools.Workspace
	s.files.mu.Lock()
	for folder, w := range s.files.known {
		if now := next(w); now != nil {
			s.files.known[folder] = now
			replaced = append(replaced, w)
		}
	}
	s.files.mu.Unlock()
	if len(replaced) > 0 {
		s.refresh(func(sn *snapshot) bool { return sn.checkedAgainst(replaced) })
	}
}
