package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

// A confined is a folder that paths and symbolic links cannot lead out of. It records
// the stamps of the files when they are first accessed.
type confined struct {
	*files.Folder
	seen map[string]string // by path
}

func openConfined(folder string) (*confined, error) {
	f, err := files.OpenFolder(folder)
	if err != nil {
		return nil, err
	}
	return &confined{f, map[string]string{}}, nil
}

func (c *confined) close() { _ = c.Close() }

// Stat implements [fs.StatFS].
func (c *confined) Stat(name string) (fs.FileInfo, error) {
	info, err := c.Folder.Stat(name)
	// Nothing is recorded for a link that leads out: its target outside may exist.
	path := filepath.Join(c.Path(), filepath.FromSlash(name))
	if _, ok := c.seen[path]; !ok && (err == nil || errors.Is(err, fs.ErrNotExist)) {
		c.seen[path] = stampOf(info, err)
	}
	return info, err
}

// Open implements [fs.FS]. The stamp is taken before the file is read.
func (c *confined) Open(name string) (fs.File, error) {
	if _, err := c.Stat(name); err != nil {
		return nil, err
	}
	return c.Folder.Open(name)
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

func (e *readError) Unwrap() error { return e.why }

// oneLine returns a path as it appears in an error: on one line, whatever it contains.
func oneLine(path string) string { return strings.ReplaceAll(path, "\n", `\n`) }
