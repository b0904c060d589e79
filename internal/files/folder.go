package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A Folder is a folder that paths and symbolic links cannot lead out of, as a file
// system whose names are relative to it. An absolute link always leads out.
type Folder struct {
	lookups
	root *os.Root
}

// OpenFolder opens a folder. It must be closed.
func OpenFolder(path string) (*Folder, error) {
	// An os.Root would wait for a named pipe.
	info, err := os.Stat(path)
	if err == nil {
		err = isFolder(info)
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{root.FS().(lookups), root}, nil
}

// Close closes the folder. Open files stay open.
func (f *Folder) Close() error { return f.root.Close() }

// Open implements [fs.FS]. It opens regular files, and folders.
func (f *Folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrOutside}
	}
	opened, _, err := open(f.root, filepath.FromSlash(name), regularOrFolder)
	return file(opened, err)
}

// Some returns at most a number of entries of a folder, sorted by name, and whether
// there are more. Which of them it then returns is not defined.
func (f *Folder) Some(name string, most int) (list []fs.DirEntry, more bool, err error) {
	opened, _, err := open(f.root, filepath.FromSlash(name), isFolder)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = opened.Close() }()
	list, err = opened.ReadDir(most + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if len(list) > most {
		list, more = list[:most], true
	}
	slices.SortStableFunc(list, byName)
	return list, more, err
}
