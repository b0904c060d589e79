package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

// cannotRead returns an error with the path as it was given, and the reason.
func cannotRead(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or folder", oneLine(path))
	}
	return &readError{path, files.Reason(err)}
}

// A readError is the error for a file that cannot be read, or not to its end.
type readError struct {
	path string
	why  error
}

func (e *readError) Error() string { return fmt.Sprintf("cannot read %s: %v", oneLine(e.path), e.why) }

func (e *readError) Unwrap() error { return e.why }

// oneLine returns a path as it appears in an error: on one line, whatever it contains.
func oneLine(path string) string { return strings.ReplaceAll(path, "\n", `\n`) }
