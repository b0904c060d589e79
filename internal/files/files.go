// Package files opens files and folders by name: those that a workspace supplies, and
// those that a user names. No other package of the product opens files for reading.
//
// Only regular files are opened, and folders for their entries. A named pipe would be
// waited for, a device may have no end, and opening one can have an effect. Reading is
// limited, whatever size the system reports: a file may grow, be sparse, or have no
// size.
//
// Files that a workspace supplies are opened in a [Folder], which neither paths nor
// symbolic links can lead out of. Files that a user names may be anywhere.
package files

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// ErrOutside is the error for a path or a symbolic link that leads out of a [Folder].
var ErrOutside = errors.New("the path leads out of the workspace")

// A TooLargeError is the error for a file that exceeds the limit for reading.
type TooLargeError struct {
	Size, Limit int64 // bytes
}

// Error returns a message with the size and the limit.
func (e *TooLargeError) Error() string {
	return "the file is " + thousands.Separate(e.Size) + " bytes; the limit is " + thousands.Separate(e.Limit)
}

// Regular returns an error that describes what exists instead of a regular file, or
// nil for a regular file.
func Regular(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return errors.New("this is a folder")
	default:
		return errors.New(cmp.Or(Special(mode), "this is something else, not a file"))
	}
}

// Special returns a sentence about what is neither a file nor a folder nor a link, "" for these.
func Special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "this is a named pipe, not a file"
	case mode&fs.ModeSocket != 0:
		return "this is a socket, not a file"
	case mode&fs.ModeDevice != 0:
		return "this is a device, not a file"
	}
	return ""
}

func isFolder(info fs.FileInfo) error {
	if !info.IsDir() {
		return errors.New("this is not a folder")
	}
	return nil
}

// regularOrFolder accepts both kinds, for files opened before the expected kind is
// known.
func regularOrFolder(info fs.FileInfo) error {
	if info.IsDir() {
		return nil
	}
	return Regular(info)
}

// A root is a file system in which names are looked up.
type root interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

// open opens a file that check accepts. check is called before, because opening a
// device may have an effect, and after, because the file may have been replaced; and
// opening does not wait for the other end of a named pipe.
func open(in root, name string, check func(fs.FileInfo) error) (*os.File, fs.FileInfo, error) {
	info, err := in.Stat(name)
	if err == nil {
		err = check(info)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := in.OpenFile(name, os.O_RDONLY|noWait, 0)
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

// Read returns the content of a regular file of a file system, whose Open must not
// block. It reads at most one byte more than limit; the error for a larger file is a
// [*TooLargeError].
func Read(fsys fs.FS, name string, limit int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err == nil {
		err = Regular(info)
	}
	if err != nil {
		return nil, err
	}
	if size := info.Size(); size > limit {
		return nil, &TooLargeError{size, limit}
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if size := int64(len(text)); size > limit { // at least: it has grown
		return nil, &TooLargeError{size, limit}
	}
	return text, nil
}

// Reason returns an error of the file system without the operation and the path, which
// the caller reports, and with [ErrOutside] for a path that leads out.
func Reason(err error) error {
	pathError, ok := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file or folder")
	case ok && strings.Contains(pathError.Err.Error(), "escapes"):
		return ErrOutside // as an os.Root reports it
	case ok:
		return pathError.Err
	}
	return err
}
