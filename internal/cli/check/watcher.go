package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/replace"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A watcher detects changes to the files that check reads. The system reports that something
// happened in one of the folders; the watcher finds the change by examining all files again,
// which costs no more than walking the tree. So it does not depend on the events of a system,
// and files that check itself writes are not taken for changes.
type watcher struct {
	*fsnotify.Watcher
	args     []string
	noIgnore bool
	flags    workspace.Flags

	seen    snapshot
	watched map[string]fs.FileInfo // the folders that the system watches, as they were then
}

func newWatcher(args []string, noIgnore bool, flags workspace.Flags) (*watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("cannot watch files: %w", err)
	}
	return &watcher{Watcher: w, args: args, noIgnore: noIgnore, flags: flags, watched: map[string]fs.FileInfo{}}, nil
}

// look returns the absolute paths of the files that have changed since the last call.
func (w *watcher) look() (changed []string, err error) {
	before := w.seen
	for more := true; more; { // files that appear before their folder is watched may have been missed
		w.seen = w.snapshot()
		if more, err = w.watch(); err != nil {
			return nil, err
		}
	}
	for path, is := range w.seen.files {
		if !same(before.files[path], is) {
			changed = append(changed, path)
		}
	}
	for path, was := range before.files {
		if _, known := w.seen.files[path]; !known && was != nil {
			changed = append(changed, path)
		}
	}
	return changed, nil
}

// A snapshot is the state of the files that check reads, at one time.
type snapshot struct {
	files map[string]fs.FileInfo // by absolute path; nil for a missing file
	// folders are the folders to watch, and whether every file in them is relevant. In the
	// others only those in files are.
	folders map[string]bool
	sources int // files that are checked
}

// snapshot examines everything that check reads: the sources, and the files that determine
// how they are checked.
func (w *watcher) snapshot() snapshot {
	s := snapshot{files: map[string]fs.FileInfo{}, folders: map[string]bool{}}
	sources, folders := workspace.Tree(w.args, w.noIgnore)
	for _, folder := range folders {
		s.watch(folder, true)
	}
	applies := workspace.New(w.flags, nil)
	asked := map[string]bool{}
	for i := range sources {
		if errors.Is(sources[i].Err, workspace.ErrInstalled) {
			continue
		}
		path := cli.Absolute(sources[i].Path)
		s.add(path)
		if sources[i].Err == nil {
			s.sources++
		}
		if folder := filepath.Dir(path); !asked[folder] {
			asked[folder] = true
			s.addAll(applies.Depends(path))
		}
	}
	for _, arg := range w.args {
		s.add(cli.Absolute(arg))
		if info, err := os.Stat(arg); err == nil && info.IsDir() { // it may be empty
			s.addAll(applies.Depends(filepath.Join(cli.Absolute(arg), "any")))
		}
	}
	return s
}

// watch adds a folder.
func (s *snapshot) watch(folder string, all bool) { s.folders[folder] = s.folders[folder] || all }

// add adds a file, or a folder whose files matter.
func (s *snapshot) add(path string) {
	if _, known := s.files[path]; known {
		return
	}
	info, err := os.Stat(path)
	if err != nil {
		info = nil
	}
	s.files[path] = info
	folder := filepath.Dir(path)
	if _, known := s.folders[folder]; !known && info == nil {
		if _, err := os.Stat(folder); err != nil {
			s.add(folder) // it is seen to appear from above
		}
	}
	s.watch(folder, false)
	if info != nil && info.IsDir() && filepath.Base(path) != ".git" {
		s.watch(path, true)
	}
}

func (s *snapshot) addAll(paths []string) {
	for _, path := range paths {
		s.add(path)
	}
}

// watch watches the folders, and reports whether any was not watched before.
func (w *watcher) watch() (more bool, err error) {
	watched := map[string]bool{}
	for _, folder := range w.WatchList() {
		watched[folder] = true
	}
	for folder := range w.seen.folders {
		info, err := os.Stat(folder)
		if err != nil || !info.IsDir() {
			continue // one above it is watched
		}
		if watched[folder] {
			if os.SameFile(w.watched[folder], info) {
				continue
			}
			// The system watches the folder that was there, which was moved with one above it.
			_ = w.Remove(folder)
		}
		switch err := w.Add(folder); {
		case errors.Is(err, syscall.ENOSPC):
			return false, fmt.Errorf("cannot watch %s: the system's limit is reached; raise fs.inotify.max_user_watches", filepath.ToSlash(folder))
		case errors.Is(err, fs.ErrPermission) || err != nil && !isFolder(folder):
		case err != nil:
			return false, fmt.Errorf("cannot watch %s: %w", filepath.ToSlash(folder), err)
		default:
			w.watched[folder], more = info, true
		}
	}
	return more, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// same reports whether a file is unchanged.
func same(was, is fs.FileInfo) bool {
	if was == nil || is == nil {
		return was == nil && is == nil
	}
	if was.IsDir() && is.IsDir() {
		return true // what is in it is looked at
	}
	return was.Size() == is.Size() && was.Mode() == is.Mode() && was.ModTime().Equal(is.ModTime()) && os.SameFile(was, is)
}

// wrote records that check has written files itself.
func (w *watcher) wrote(paths []string) {
	for _, path := range paths {
		path = cli.Absolute(path)
		if info, err := os.Stat(path); err == nil {
			w.seen.files[path] = info
		}
	}
}

// quiet is how long nothing may happen before the files are examined: programs write a file
// in several steps, and git a thousand files.
const (
	quiet    = 50 * time.Millisecond
	maxQuiet = time.Second
)

// matters reports whether an event may be relevant. Of the folders above, only a few names are
// relevant: in a home folder or in /tmp there is constant activity. A folder that is moved or
// removed itself is no longer watched.
func (w *watcher) matters(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || replace.IsTemporary(filepath.Base(e.Name)) {
		return false
	}
	_, known := w.seen.files[e.Name]
	_, folder := w.seen.folders[e.Name]
	return known || folder || w.seen.folders[filepath.Dir(e.Name)]
}

// wait waits until something may have changed.
func (w *watcher) wait(ctx context.Context) error {
	var settled, late <-chan time.Time // nil until something happens
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.Errors:
			// EINVAL is about a folder that was moved and then removed.
			if !errors.Is(err, fsnotify.ErrEventOverflow) && !errors.Is(err, syscall.EINVAL) {
				return fmt.Errorf("cannot watch files: %w", err)
			}
			return nil
		case e := <-w.Events:
			if !w.matters(e) {
				continue
			}
			settled = time.After(quiet)
			if late == nil {
				late = time.After(maxQuiet)
			}
		case <-settled:
			return nil
		case <-late:
			return nil
		}
	}
}
