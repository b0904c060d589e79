//go:build unix && !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package replace

import (
	"errors"
	"os"
)

func tryLock(*os.File) error { return errors.ErrUnsupported }
