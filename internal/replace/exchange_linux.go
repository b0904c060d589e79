package replace

import "golang.org/x/sys/unix"

// changePlaces exchanges the names of two files atomically.
func changePlaces(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
