package filetools

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Without returns the workspace in which a file is read again, given by its absolute path; nil if no call
// has looked at it. What is known of the others is kept.
func (w *Workspace) Without(name string) *Workspace {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return w.without(func(path string, _ *file) bool { return path == name })
}

// Fresh returns the workspace in which the files that have changed on the disk are read again; nil if there
// are none.
func (w *Workspace) Fresh() *Workspace {
	return w.without(func(path string, f *file) bool { return stampOf(path) != f.stamp })
}

func (w *Workspace) without(gone func(path string, f *file) bool) *Workspace {
	w.mu.Lock()
	defer w.mu.Unlock()
	next := (&Workspace{root: w.root, buffer: w.buffer, home: w.home, texts: w.texts, left: w.left}).unread()
	for path, f := range w.known {
		if gone(path, f) {
			next.left += f.cost
		} else {
			next.known[path] = f
		}
	}
	if len(next.known) == len(w.known) {
		return nil
	}
	return next
}

// A stamp shows whether a file has changed.
type stamp struct {
	size, time int64
	mode       fs.FileMode
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{size: -1}
	}
	return stamp{info.Size(), info.ModTime().UnixNano(), info.Mode()}
}
