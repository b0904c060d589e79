//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replace

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file or folder until it is closed or the program ends. The error is
// errBusy if it is locked, and [errors.ErrUnsupported] if locks are not supported.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR):
		return errBusy
	}
	// NFS returns EBADF for a folder.
	return errors.ErrUnsupported
}
