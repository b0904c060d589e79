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
func Entries(path string) ([]fs.DirEntry, error) { return entries(anywhere{}, path) }

func entries(in root, name string) ([]fs.DirEntry, error) {
	f, _, err := open(in, name, isFolder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	list, err := f.ReadDir(-1)
	slices.SortStableFunc(list, byName)
	return list, err
}

func byName(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }

// Tree returns the file system below a folder, as [os.DirFS] does: symbolic links lead
// out of it. It is for paths named by a user, and for checks whether a file exists.
func Tree(folder string) fs.FS { return tree(folder) }

type tree string

func (t tree) path(op, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return filepath.Join(string(t), filepath.FromSlash(name)), nil
}

// Open implements [fs.FS].
func (t tree) Open(name string) (fs.File, error) {
	path, err := t.path("open", name)
	if err != nil {
		return nil, err
	}
	f, _, err := open(anywhere{}, path, regularOrFolder)
	return file(f, err)
}

// file returns an opened file as an [fs.File], or nil on error.
func file(f *os.File, err error) (fs.File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Stat implements [fs.StatFS].
func (t tree) Stat(name string) (fs.FileInfo, error) {
	path, err := t.path("stat", name)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

// Lstat implements [fs.ReadLinkFS].
func (t tree) Lstat(name string) (fs.FileInfo, error) {
	path, err := t.path("lstat", name)
	if err != nil {
		return nil, err
	}
	return os.Lstat(path)
}

// ReadLink implements [fs.ReadLinkFS].
func (t tree) ReadLink(name string) (string, error) {
	path, err := t.path("readlink", name)
	if err != nil {
		return "", err
	}
	return os.Readlink(path)
}

// ReadDir implements [fs.ReadDirFS].
func (t tree) ReadDir(name string) ([]fs.DirEntry, error) {
	path, err := t.path("readdir", name)
	if err != nil {
		return nil, err
	}
	return entries(anywhere{}, path)
}
