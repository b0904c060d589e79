package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/entrhq/forge-lsp/diagnostics/config"
)

// A folderOnDisk is where files are read from: an *[os.Root], or everywhere.
type folderOnDisk interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

// anywhere is the whole disk.
type anywhere struct{}

func (anywhere) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// open opens a file for reading if check accepts it. It is the one place where
// files are opened. check is asked before, as opening a device may have an effect,
// and after, as another file may have taken its place; and opening does not wait
// for the other end of a named pipe.
func open(folder folderOnDisk, name string, check func(fs.FileInfo) error) (*os.File, fs.FileInfo, error) {
	info, err := folder.Stat(name)
	if err == nil {
		err = check(info)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := folder.OpenFile(name, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(info)
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// readFrom returns the content of a file that configures something. It must be
// regular: a named pipe would be waited for, and a device may have no end.
func readFrom(folder folderOnDisk, name string) ([]byte, error) {
	f, _, err := open(folder, name, config.Regular)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(f)
}

// readFile returns the content of a file, given its path.
func readFile(path string) ([]byte, error) { return readFrom(anywhere{}, path) }

// A confined is a folder that no path and no symbolic link leads out of. It
// remembers the stamps of the files that were looked at, from the first time.
type confined struct {
	fs.FS
	root *os.Root
	seen map[string]string // by path
}

func openConfined(folder string) (*confined, error) {
	if folder == "" {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &confined{root.FS(), root, map[string]string{}}, nil
}

func (c *confined) close() { _ = c.root.Close() }

// Stat implements [fs.StatFS].
func (c *confined) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(c.FS, name)
	// Of a link that leads out there is nothing to remember: outside, it may lead
	// to something.
	path := filepath.Join(c.root.Name(), filepath.FromSlash(name))
	if _, ok := c.seen[path]; !ok && (err == nil || errors.Is(err, fs.ErrNotExist)) {
		c.seen[path] = stampOf(info, err)
	}
	return info, err
}

// ReadFile implements [fs.ReadFileFS].
func (c *confined) ReadFile(name string) ([]byte, error) {
	return readFrom(c.root, filepath.FromSlash(name))
}

// cannotRead tells what cannot be read and why, with the path as it was given.
func cannotRead(path string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or folder", path)
	}
	return fmt.Errorf("cannot read %s: %w", path, err)
}
