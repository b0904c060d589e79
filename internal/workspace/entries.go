package workspace

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/replace"
)

// An Entry is a file or a folder in an open folder.
type Entry struct {
	Name   string
	Folder bool
}

// MaxEntries is the maximum number of entries of a folder that [Workspace.Entries]
// examines.
const MaxEntries = 2000

// Entries returns the content of a folder below the open folder that contains a file,
// by name, without entries that a .gitignore or .ignore excludes. file is an absolute path, or "" for a text
// that is not a file, which belongs to the first open folder; below is slash-separated
// and relative to the open folder, "." for that itself. A folder that is not below an
// open one, or is ignored, has no entries. more reports whether the folder has further
// entries, any of which may be missing.
func (w *Workspace) Entries(file, below string) (list []Entry, more bool) {
	root := w.rootOf(file)
	if root == "" || !fs.ValidPath(below) {
		return nil, false
	}
	root, err := realPath(root)
	if err != nil {
		return nil, false
	}
	folder, err := files.OpenFolder(root)
	if err != nil {
		return nil, false
	}
	defer func() { _ = folder.Close() }()
	reader, err := newIgnoreReader(root, func(*IgnoreError) {})
	if err != nil {
		return nil, false
	}
	defer reader.close()
	at, rules := root, reader.enter(reader.above(root), root)
	for step := range strings.SplitSeq(below, "/") {
		if step == "." {
			break
		}
		if at = filepath.Join(at, step); step == topMark || rules.ignored(at, true) {
			return nil, false
		}
		rules = reader.enter(rules, at)
	}
	found, more, err := folder.Some(below, MaxEntries)
	if err != nil {
		return nil, false
	}
	for _, entry := range found {
		name := entry.Name()
		isFolder := entry.IsDir()
		if entry.Type()&fs.ModeSymlink != 0 {
			to, err := folder.Stat(path.Join(below, name))
			if err != nil {
				continue // it leads out, or does not exist
			}
			isFolder = to.IsDir()
		}
		if name != topMark && !replace.IsTemporary(name) && !rules.ignored(filepath.Join(at, name), isFolder) {
			list = append(list, Entry{name, isFolder})
		}
	}
	return list, more
}

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

// rootOf returns the innermost open folder that contains a file, or "".
func (w *Workspace) rootOf(file string) string {
	r := w.current()
	if file == "" && len(r.roots) > 0 {
		return r.roots[0]
	}
	root, _ := innermost(r.rootAt, file)
	return root
}
