package replace

import "golang.org/x/sys/unix"

// changePlaces exchanges the names of two files atomically.
func changePlaces(a, b string) error {
	return unix.RenamexNp(a, b, unix.RENAME_SWAP)
}
