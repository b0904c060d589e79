package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

// A confined is a folder that no path and no symbolic link leads out of. It
// remembers the stamps of the files that were looked at, from the first time.
type confined struct {
	*files.Folder
	seen    map[string]string // by path
	content hash.Hash         // of the names and contents of what was read
}

func openConfined(folder string) (*confined, error) {
	f, err := files.OpenFolder(folder)
	if err != nil {
		return nil, err
	}
	return &confined{f, map[string]string{}, sha256.New()}, nil
}

func (c *confined) close() { _ = c.Close() }

// sum returns the sum of what was read until now.
func (c *confined) sum() Basis { return Basis(c.content.Sum(nil)) }

// Stat implements [fs.StatFS].
func (c *confined) Stat(name string) (fs.FileInfo, error) {
	info, err := c.Folder.Stat(name)
	// Of a link that leads out there is nothing to remember: outside, it may lead
	// to something.
	path := filepath.Join(c.Path(), filepath.FromSlash(name))
	if _, ok := c.seen[path]; !ok && (err == nil || errors.Is(err, fs.ErrNotExist)) {
		c.seen[path] = stampOf(info, err)
	}
	return info, err
}

// Open implements [fs.FS]. The stamp is from before anything is read.
func (c *confined) Open(name string) (fs.File, error) {
	if _, err := c.Stat(name); err != nil {
		return nil, err
	}
	f, err := c.Folder.Open(name)
	if err != nil {
		return nil, err
	}
	addTo(c.content, name)
	return summed{f, c.content}, nil
}

// cannotRead tells what cannot be read and why, with the path as it was given.
func cannotRead(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or folder", oneLine(path))
	}
	return fmt.Errorf("cannot read %s: %w", oneLine(path), files.Reason(err))
}

// oneLine returns a path as an error has it: on one line, whatever it is.
func oneLine(path string) string { return strings.ReplaceAll(path, "\n", `\n`) }
