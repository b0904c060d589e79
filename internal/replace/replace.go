// Package replace replaces the content of a file: whatever happens, it is the old text or
// the new one. The new text is written into a temporary file beside the target, synced, and
// renamed to the target if that still has the text that was read.
//
// What another program writes between that comparison and the rename is lost. Exchanging the
// two names would find it, where the system has that, and needs names that tell what a killed
// run left.
package replace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/entrhq/forge-lsp/internal/files"
)

// ErrChanged is the error of [File] if the file has neither the old text nor the new.
var ErrChanged = errors.New("it has changed since it was read")

// pattern is that of the names of temporary files. The dot hides them where such names are
// hidden, and no document has this ending.
const pattern = ".forge-lsp-*.tmp"

// File replaces the content of a regular file, which has to be old, with text. A symbolic
// link stays, and the file that it leads to is replaced. It is not an error if the content
// is already text. If there is an error, the file is unchanged.
//
// The file keeps its owner, group and mode. If it cannot, or has several hard links, which
// would be separated, it is not replaced.
func File(path, old, text string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return plain(err)
	}
	info, err := writable(target)
	if err != nil {
		return plain(err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(target), pattern)
	if err != nil {
		return fmt.Errorf("cannot create a temporary file next to it: %w", plain(err))
	}
	err = fill(temporary, text, info)
	if closeErr := temporary.Close(); err == nil { // an open file cannot be renamed on Windows
		err = closeErr
	}
	var now string
	if err == nil {
		now, err = read(target)
	}
	switch {
	case err == nil && now == old:
		err = os.Rename(temporary.Name(), target)
	case err == nil && now != text:
		err = ErrChanged
	}
	if err != nil || now == text {
		_ = os.Remove(temporary.Name()) // or Clean does
	}
	return plain(err)
}

// writable describes a regular file with one name that may be written to. It is opened for
// that, because a replacement needs no permission on the file itself, and its mode does not
// tell: there are access control lists, immutable files, file systems that are read-only,
// and root.
func writable(target string) (fs.FileInfo, error) {
	info, err := os.Lstat(target)
	if err == nil {
		err = files.Regular(info)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n, err := links(f, info)
	if err == nil && n > 1 {
		err = fmt.Errorf("it has %d hard links, which replacing it would separate: edit it by hand, or put a copy in its place", n)
	}
	return info, err
}

// fill writes the text into a temporary file, which gets the owner and mode of the target.
func fill(temporary *os.File, text string, info fs.FileInfo) error {
	_, err := temporary.WriteString(text)
	if err == nil {
		err = keepOwner(temporary, info)
	}
	if err == nil {
		err = temporary.Chmod(info.Mode()) // last, because changing the owner clears bits
	}
	if err == nil {
		err = temporary.Sync()
	}
	return err
}

func read(target string) (string, error) {
	f, _, err := files.Open(target, files.Regular)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	return string(text), err
}

// plain removes the paths from an error of the system: the caller names the file.
func plain(err error) error {
	switch e := err.(type) { //nolint:errorlint // one that wraps it has more to tell
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}

// IsTemporary reports whether a file with this base name is a temporary file of this
// program.
func IsTemporary(base string) bool {
	is, _ := filepath.Match(pattern, base)
	return is
}

// stale is the age at which a temporary file was left by a run that was killed: one lives
// for milliseconds. A run that was stopped for longer finds its own gone, and fails.
const stale = time.Minute

// Clean removes the temporary files of killed runs from a folder.
func Clean(folder string) {
	entries, _ := os.ReadDir(folder) // what cannot be listed is not cleaned
	for _, e := range entries {
		if info, err := e.Info(); err == nil && IsTemporary(e.Name()) && info.Mode().IsRegular() && time.Since(info.ModTime()) > stale {
			_ = os.Remove(filepath.Join(folder, e.Name())) // or the next run does
		}
	}
}
