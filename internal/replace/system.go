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

// A system is what a file is replaced with: each method is a call of the operating
// system, or a few that nothing can happen between that matters. Tests put their
// own around it.
type system interface {
	// resolve returns the path that symbolic links lead to.
	resolve(path string) (string, error)
	// stat tells what is there and how many names it has.
	stat(path string) (info fs.FileInfo, links uint64, err error)
	// writable returns why a file may not be written to, or nil.
	writable(path string) error
	// sum returns the digest of the content of a regular file.
	sum(path string) (digest, error)
	// names returns the base names of what is in a folder.
	names(folder string) ([]string, error)
	// lock waits for the lock of a folder, which other runs may have. The error is
	// [errors.ErrUnsupported] where there are no locks, or errBusy.
	lock(folder string) (unlock func(), err error)
	// create makes a new file, which is locked until it is closed.
	create(path string) (handle, error)
	// claim reports whether no living run has a temporary file locked, and keeps
	// it so until it is released.
	claim(path string) (release func(), ok bool)
	// exchanges reports whether there are file systems here that can exchange names.
	exchanges() bool
	// exchange exchanges the names of two files, of which one may be open. The error
	// is [errors.ErrUnsupported] where that cannot be done.
	exchange(a, b string) error
	// renameOver gives a file that is open the name of another, which it replaces.
	renameOver(h handle, from, to string) error
	rename(from, to string) error
	remove(path string) error
	// syncFolder makes what names of a folder lead to outlast a power failure.
	syncFolder(folder string) error
}

// A handle is a temporary file that is open.
type handle interface {
	write(text string) error
	// keep gives the file what another has besides its content.
	keep(like string) error
	sync() error
	close() error
}

// patience is how long a run waits for another one to leave a folder. It is there
// for the time of a comparison and two renames.
const patience = 10 * time.Second

var errBusy = errors.New("other runs of forge-lsp have been writing in its folder for 10 seconds")

// theSystem is the one that the program runs on. Its other methods are in the files
// for the platforms.
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
	_ = tryLock(f) // which cannot be held yet; where there are no locks it is not missed
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

// retry calls try until it does not return errBusy, for the time of [patience].
func retry(try func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if err := try(); !errors.Is(err, errBusy) || time.Now().After(end) {
			return err
		}
	}
}
