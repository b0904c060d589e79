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

// rootOf returns the innermost open folder that contains a file, or "".
func (w *Workspace) rootOf(file string) string {
	r := w.current()
	if file == "" && len(r.roots) > 0 {
		return r.roots[0]
	}
	root, _ := innermost(r.rootAt, file)
	return root
}
