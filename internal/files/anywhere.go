package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// anywhere is the whole disk, with the paths of the operating system.
type anywhere struct{}

func (anywhere) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// Open opens a file that check accepts, which is called before and after opening it.
// The path may lead anywhere.
func Open(path string, check func(fs.FileInfo) error) (*os.File, fs.FileInfo, error) {
	return open(anywhere{}, path, check)
}

// Stream opens a file that may be a stream and is read as one: a path such as the
// /dev/fd/63 that a shell writes for an inherited descriptor. It may be waited for.
func Stream(path string) (*os.File, error) { return os.Open(path) }

// Entries returns the entries of a folder, by name. The path may lead anywhere.
func Entries(path string) ([]fs.DirEntry, error) {
	f, _, err := open(anywhere{}, path, isFolder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	list, err := f.ReadDir(-1)
	slices.SortStableFunc(list, byName)
	return list, err
}

func byName(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }

// A lookups is a file system of package os, whose Open would wait for a named pipe.
type lookups interface {
	fs.StatFS
	fs.ReadLinkFS
}

// Tree returns the file system below a folder, as [os.DirFS] does: symbolic links lead
// out of it. It is for paths named by a user, and for checks whether a file exists.
func Tree(folder string) fs.FS { return tree{os.DirFS(folder).(lookups), folder} }

type tree struct {
	lookups
	folder string
}

// Open implements [fs.FS]. It opens regular files, and folders.
func (t tree) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, _, err := open(anywhere{}, filepath.Join(t.folder, filepath.FromSlash(name)), regularOrFolder)
	return file(f, err)
}

// file returns an opened file as an [fs.File], or nil on error.
func file(f *os.File, err error) (fs.File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}
