//go:build unix

package replace

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// links returns the number of names of a file.
func links(_ *os.File, info fs.FileInfo) (uint32, error) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint32(stat.Nlink), nil // its type differs between platforms
	}
	return 1, nil
}

// keepOwner gives a file the owner and the group of another.
func keepOwner(f *os.File, like fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	has, ok1 := info.Sys().(*syscall.Stat_t)
	gets, ok2 := like.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || has.Uid == gets.Uid && has.Gid == gets.Gid {
		return nil
	}
	if err := f.Chown(int(gets.Uid), int(gets.Gid)); err != nil {
		return fmt.Errorf("it belongs to another user or group, which replacing it would change: %w", plain(err))
	}
	return nil
}
