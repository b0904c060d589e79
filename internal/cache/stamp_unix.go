//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package cache

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// StampOf returns the stamp of the regular file at a path, and false if there is none.
func StampOf(path string) (s Stamp, ok bool) {
	var stat unix.Stat_t // os.Stat would allocate two more objects per file
	err := unix.Stat(path, &stat)
	for errors.Is(err, unix.EINTR) {
		err = unix.Stat(path, &stat)
	}
	if err != nil || stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return Stamp{}, false
	}
	return Stamp{
		Size:     stat.Size,
		Modified: stat.Mtim.Nano(),
		Changed:  stat.Ctim.Nano(),
		Device:   uint64(stat.Dev), //nolint:unconvert // of another type elsewhere
		Inode:    stat.Ino,
	}, true
}

// own reports whether a file belongs to the user.
func own(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
