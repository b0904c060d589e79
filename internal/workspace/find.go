package workspace

import (
	"io/fs"
	"path"
	"path/filepath"

	"github.com/entrhq/forge-lsp/internal/files"
)

// Find returns, for each path, the absolute path of the file that it leads to from the open
// folder that contains a file, or "" if it does not lead to a file below that. file is as for
// [Workspace.Entries]; paths are slash-separated, and relative or below the folder.
func (w *Workspace) Find(file string, paths []string) []string {
	found := make([]string, len(paths))
	root := w.rootOf(file)
	if root == "" {
		return found
	}
	folder, err := files.OpenFolder(root)
	if err != nil {
		return found
	}
	defer func() { _ = folder.Close() }()
	for i, name := range paths {
		if filepath.IsAbs(name) {
			below, err := filepath.Rel(root, name)
			if err != nil {
				continue
			}
			name = filepath.ToSlash(below)
		}
		if name = path.Clean(name); !fs.ValidPath(name) {
			continue
		}
		if info, err := folder.Stat(name); err == nil && info.Mode().IsRegular() {
			found[i] = filepath.Join(root, filepath.FromSlash(name))
		}
	}
	return found
}
