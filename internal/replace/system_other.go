//go:build !unix && !windows

package replace

import (
	"errors"
	"io/fs"
	"os"
)

// Unsupported operations here do not protect against other runs, and only the content
// and mode of a file are kept.

const asItIs = 0

func (theSystem) stat(path string) (info fs.FileInfo, links uint64, err error) {
	info, err = os.Lstat(path)
	return info, 1, err
}

func (theSystem) lock(string) (unlock func(), err error)     { return nil, errors.ErrUnsupported }
func tryLock(*os.File) error                                 { return errors.ErrUnsupported }
func (theSystem) claim(string) (release func(), ok bool)     { return nil, false }
func (theSystem) renameOver(h handle, from, to string) error { return os.Rename(from, to) }
func (theSystem) syncFolder(string) error                    { return nil }

func keep(f *os.File, like string) error {
	info, err := os.Lstat(like)
	if err != nil {
		return err
	}
	return f.Chmod(info.Mode())
}
