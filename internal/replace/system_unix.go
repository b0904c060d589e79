//go:build unix

package replace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// asItIs are the flags with which opening does not follow links or wait for the other
// end of a named pipe: the file was a regular one, but anything may have replaced it.
const asItIs = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

func (theSystem) stat(path string) (info fs.FileInfo, links uint64, err error) {
	if info, err = os.Lstat(path); err != nil {
		return nil, 0, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		links = uint64(stat.Nlink) //nolint:unconvert // its type differs between platforms
	}
	return info, links, nil
}

func (theSystem) lock(folder string) (unlock func(), err error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, errors.ErrUnsupported // a folder that may be written to but not listed
	}
	if err := retry(func() error { return tryLock(f) }); err != nil {
		_ = f.Close()
		return nil, err
	}
	return func() { _ = f.Close() }, nil
}

func (theSystem) claim(path string) (release func(), ok bool) {
	// For writing, because network file systems require that for locking.
	f, err := os.OpenFile(path, os.O_RDWR|asItIs, 0)
	if err != nil {
		// Another user's; or gone; or, after an exchange, a folder or a link, which
		// runs do not lock.
		info, err := os.Lstat(path)
		return func() {}, err == nil && !info.Mode().IsRegular()
	}
	if tryLock(f) != nil {
		_ = f.Close()
		return nil, false
	}
	return func() { _ = f.Close() }, true
}

func (theSystem) renameOver(_ handle, from, to string) error { return os.Rename(from, to) }

func (theSystem) syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return nil // as in lock
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil // a file system that does not support it
	}
	return err
}
