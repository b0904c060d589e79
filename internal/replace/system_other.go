//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package replace

import (
	"errors"
	"os"
)

// Files are not replaced here, such as in a browser.

const asItIs = 0

func links(*os.File) (uint64, error) { return 0, errors.ErrUnsupported }

func lock(*os.File) bool { return false }

func syncFolder(string) error { return errors.ErrUnsupported }

func keep(*os.File, string) error { return errors.ErrUnsupported }
