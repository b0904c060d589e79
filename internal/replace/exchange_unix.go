//go:build darwin || linux

package replace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func (theSystem) exchanges() bool { return true }

func (theSystem) exchange(a, b string) error {
	err := changePlaces(a, b)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, errors.ErrUnsupported):
		return errors.ErrUnsupported // a file system that does not support it
	}
	return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
}
