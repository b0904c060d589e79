package workspace

import (
	"io/fs"
	"path"
	"path/filepath"

	"github.com/entrhq/forge-lsp/internal/files"
)

// Find returns the absolute path of the file that a path leads to from the open
// folder that contains a file, or "" if it does not lead to a file below that. file is as for
// [Workspace.Entries]; name is slash-separated, and relative or below the folder.
func (w *Workspace) Find(file, name string) string {
	root := w.rootOf(file)
	if root == "" {
		return ""
	}
	if filepath.IsAbs(name) {
		below, err := filepath.Rel(root, name)
		if err != nil {
			return ""
		}
		name = filepath.ToSlash(below)
	}
	if name = path.Clean(name); !fs.ValidPath(name) {
		return ""
	}
	folder, err := files.OpenFolder(root)
	if err != nil {
		return ""
	}
	defer func() { _ = folder.Close() }()
	if info, err := folder.Stat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return filepath.Join(root, filepath.FromSlash(name))
}
