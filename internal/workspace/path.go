package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Shorten returns the shorter form of an absolute path: as it is, or relative to the
// working directory.
func Shorten(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && len(short) < len(path) {
		return short
	}
	return path
}

// absolute returns a path as an absolute one. Without a working directory, which
// may be gone, it stays as it is.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// pathKey returns a key that is equal for two absolute paths of one file, as far as the
// paths show.
func pathKey(path string) string {
	path = filepath.Clean(path)
	if runtime.GOOS == "windows" {
		return strings.ToLower(path)
	}
	return path
}

// within reports whether a path is a folder or below it; both are absolute.
func within(folder, path string) bool {
	below, err := filepath.Rel(folder, path)
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// innermost returns what belongs to the innermost of some folders, given by their pathKey, that a path is or is
// below.
func innermost[T any](folders map[string]T, path string) (found T, ok bool) {
	for up := filepath.Clean(path); ; up = filepath.Dir(up) {
		if found, ok = folders[pathKey(up)]; ok || up == filepath.Dir(up) {
			return found, ok
		}
	}
}

// Repository returns the absolute path of the topmost folder of a search that starts in a
// folder, and whether it is the root of a repository.
func Repository(dir string) (top string, repository bool) {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, topMark)); err == nil {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return dir, false
		}
	}
}

func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

const (
	definitionsFolder = ".forge"
	topMark           = ".git" // marks a folder as the topmost one of the search
)

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// stateOf returns a text that changes when one of the files does. It must be taken
// before the files are read: otherwise a file that is being written would be taken for
// its new version.
func stateOf(files []string) string {
	var w strings.Builder
	for _, file := range files {
		fmt.Fprintln(&w, file)
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintln(&w, info.Size(), info.ModTime().UnixNano())
		}
	}
	return w.String()
}
