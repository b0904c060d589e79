//go:build !unix && !windows

package replace

import (
	"errors"
	"io/fs"
	"os"
)

// Files are not replaced here, such as in a browser.

func links(*os.File, fs.FileInfo) (uint32, error) { return 0, errors.ErrUnsupported }

func keepOwner(*os.File, fs.FileInfo) error { return errors.ErrUnsupported }
