package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A system is the set of operations for replacing a file: each method is a call of the
// operating system, or a few whose interleaving does not matter. Tests wrap it.
type system interface {
	// resolve returns the path with symbolic links resolved.
	resolve(path string) (string, error)
	// stat returns the type of the file and its number of names.
	stat(path string) (info fs.FileInfo, links uint64, err error)
	// writable returns the reason why a file may not be written to, or nil.
	writable(path string) error
	// sum returns the digest of the content of a regular file.
	sum(path string) (digest, error)
	// names returns the base names of the files in a folder.
	names(folder string) ([]string, error)
	// lock waits for the lock of a folder, which other runs may hold. The error is
	// [errors.ErrUnsupported] if locks are not supported, or errBusy.
	lock(folder string) (unlock func(), err error)
	// create creates a file, which is locked until it is closed.
	create(path string) (handle, error)
	// claim reports whether a temporary file is not locked by a live run, and keeps it
	// locked until it is released.
	claim(path string) (release func(), ok bool)
	// exchanges reports whether any file systems here can exchange names.
	exchanges() bool
	// exchange exchanges the names of two files, one of which may be open. The error is
	// [errors.ErrUnsupported] if that is not possible.
	exchange(a, b string) error
	// renameOver gives an open file the name of another, which it replaces.
	renameOver(h handle, from, to string) error
	rename(from, to string) error
	remove(path string) error
	// syncFolder makes changes to the names in a folder survive a power failure.
	syncFolder(folder string) error
}

// A handle is an open temporary file.
type handle interface {
	write(text string) error
	// keep copies the metadata of another file.
	keep(like string) error
	sync() error
	close() error
}

// patience is how long a run waits for another one to release a folder, which it holds
// for a comparison and two renames.
const patience = 10 * time.Second

var errBusy = errors.New("other runs of forge-lsp have been writing in its folder for 10 seconds")

// theSystem is the operating system. Its other methods are in the files for the
// platforms.
type theSystem struct{}

func (theSystem) resolve(path string) (string, error) { return filepath.EvalSymlinks(path) }

func (theSystem) writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|asItIs, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func (theSystem) sum(path string) (digest, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|asItIs, 0)
	if err != nil {
		if info, statErr := os.Lstat(path); statErr == nil && !info.Mode().IsRegular() {
			return "", errNotRegular // a link, a socket
		}
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", errNotRegular
	}
	return digestOf(f)
}

func (theSystem) names(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

func (theSystem) create(path string) (handle, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_ = tryLock(f) // which cannot be held yet; it is not needed if locks are not supported
	return openFile{f}, nil
}

func (theSystem) rename(from, to string) error { return os.Rename(from, to) }
func (theSystem) remove(path string) error     { return os.Remove(path) }

// openFile implements handle.
type openFile struct{ *os.File }

func (f openFile) write(text string) error {
	_, err := io.Copy(f.File, strings.NewReader(text))
	return err
}

func (f openFile) sync() error  { return f.Sync() }
func (f openFile) close() error { return f.Close() }

func (f openFile) keep(like string) error { return keep(f.File, like) }

// retry calls try until it does not return errBusy, for at most [patience].
func retry(try func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if err := try(); !errors.Is(err, errBusy) || time.Now().After(end) {
			return err
		}
	}
}
