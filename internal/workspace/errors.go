package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

// ErrSkipped is the error for a file of a folder that is skipped silently: it is not
// text, or must not be read.
var ErrSkipped = errors.New("skipped")

// An UncheckedError is the error for an existing file that cannot be checked.
type UncheckedError struct {
	// Path is the displayed path of the file.
	Path string
	// Line is the number of the line that cannot be checked; 0 for the file.
	Line int
	// Why completes the sentence that the file, or the line, is not checked.
	Why string
	// Walked reports whether the file was found in a folder, and has no call as far as is known; it is
	// still named, but is not a failure.
	Walked bool
}

// Error returns the place and the reason.
func (e *UncheckedError) Error() string {
	at := oneLine(e.Path)
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
	}
	return at + " is not checked: " + e.Why
}

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

// oneLine returns a path as it appears in an error: on one line, whatever it contains.
func oneLine(path string) string { return strings.ReplaceAll(path, "\n", `\n`) }

// Unread returns the displayed path of a file, the number of the line if only that is not checked, and why, if an
// error is about that, and the file was named or has a call.
func Unread(err error) (path string, line int, why string, ok bool) {
	if e, ok := errors.AsType[*readError](err); ok {
		return e.path, 0, e.why.Error(), true
	}
	if e, ok := errors.AsType[*UncheckedError](err); ok && !e.Walked {
		return e.Path, e.Line, e.Why, true
	}
	return "", 0, "", false
}

// An IgnoreError is the reason why a file with patterns of ignored files is not applied.
type IgnoreError struct {
	Path string // as it is reported
	Err  error
}

// Error returns the path and the reason.
func (e *IgnoreError) Error() string {
	return fmt.Sprintf("%s: the patterns in this file are not applied: %v", e.Path, e.Err)
}
