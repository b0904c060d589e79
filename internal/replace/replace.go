package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An Error is the reason why a file was not replaced, or not cleanly.
type Error struct {
	Err error
	// Replaced reports whether the file has the new text nevertheless.
	Replaced bool
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// ErrChanged is the error of [File] if the file has neither the old text nor the new.
var ErrChanged = errors.New("it has changed since it was read")

var errNotRegular = errors.New("it is not a regular file")

// File replaces the content of a regular file, which has to be old, with text. A
// symbolic link stays, and the file that it leads to is replaced. It is not an error if
// the content is already text.
//
// The file keeps its owner, group, mode and extended attributes, including an access
// control list, and gets a new modification time. If one of these cannot be kept, or
// the file has several hard links, which would be separated, it is not replaced. An
// error is an *[Error].
func File(path, old, text string) error { return replacer{theSystem{}}.file(path, old, text) }

// Clean finishes the work of killed runs in a folder, and removes their temporary
// files. It does not touch those of live runs. The error concerns a file that is kept
// because no other has its content.
func Clean(folder string) error { return replacer{theSystem{}}.clean(folder) }

// A replacer replaces files of a system.
type replacer struct{ system }

func (r replacer) file(path, old, text string) error {
	target, err := r.resolve(path)
	if err == nil {
		err = r.check(target)
	}
	if err != nil {
		return &Error{plain(err), false}
	}
	x := exchange{digestOfText(filepath.Base(target)), digestOfText(old), digestOfText(text)}
	w, err := r.write(target, x, text)
	if err != nil {
		return &Error{plain(err), false}
	}
	replaced, err := r.take(w, target, x)
	if err != nil {
		return &Error{plain(err), replaced}
	}
	if err := r.syncFolder(filepath.Dir(target)); err != nil {
		return &Error{fmt.Errorf("a power failure may undo it: %w", plain(err)), true}
	}
	return nil
}

// check returns why a file must not be replaced, or nil. The system is asked whether it
// may be written to, because a replacement needs no permission on the file itself, and
// its mode is not sufficient: there are access control lists, immutable files, file
// systems that are read-only, and root.
func (r replacer) check(target string) error {
	info, links, err := r.stat(target)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errNotRegular
	case links > 1:
		return fmt.Errorf("it has %d names (hard links), and replacing it would part them", links)
	}
	return r.writable(target)
}

// A written is a temporary file with the new text. It is locked until it is closed.
type written struct {
	handle
	path string
}

// write writes the text into a temporary file beside the target.
func (r replacer) write(target string, x exchange, text string) (w *written, err error) {
	folder := filepath.Dir(target)
	w = &written{path: filepath.Join(folder, x.name()+part)}
	// With the lock held, so that Clean does not find the file before it is locked
	// itself.
	err = r.locked(folder, func(bool) (err error) {
		w.handle, err = r.create(w.path)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("no temporary file can be made beside it: %w", plain(err))
	}
	err = w.write(text)
	if err == nil {
		err = w.keep(target)
	}
	if err == nil {
		err = w.sync()
	}
	if err != nil {
		r.drop(w)
	}
	return w, err
}

// drop removes a temporary file that is not needed. Errors are left to Clean: the one
// that led here is the one to report.
func (r replacer) drop(w *written) {
	_ = w.close() // first, because Windows does not remove an open file
	_ = r.remove(w.path)
}

// locked calls do while it holds the lock of a folder, or without it if the file system
// does not support locks.
func (r replacer) locked(folder string, do func(locked bool) error) error {
	unlock, err := r.lock(folder)
	if errors.Is(err, errors.ErrUnsupported) {
		return do(false)
	}
	if err != nil {
		return err
	}
	defer unlock()
	return do(true)
}

// take puts the temporary file in the place of the target, if that still has the old
// content.
func (r replacer) take(w *written, target string, x exchange) (replaced bool, err error) {
	defer func() { _ = w.close() }()
	err = r.locked(filepath.Dir(target), func(locked bool) (err error) {
		// Without the lock, another run's Clean could take part in the exchange.
		if locked && r.exchanges() {
			replaced, err = r.trade(w, target, x)
			if !errors.Is(err, errors.ErrUnsupported) {
				return err
			}
		}
		replaced, err = r.compare(target, x)
		if err == nil && !replaced {
			err = r.renameOver(w.handle, w.path, target)
			replaced = err == nil
		}
		r.drop(w) // after a rename there is no file of that name
		return err
	})
	if errors.Is(err, errBusy) {
		r.drop(w)
	}
	return replaced, err
}

// trade exchanges the names of the temporary file and the target. If the system cannot
// do that, the error is [errors.ErrUnsupported], and the temporary file still exists.
func (r replacer) trade(w *written, target string, x exchange) (replaced bool, err error) {
	traded := strings.TrimSuffix(w.path, part) + swap
	if err = r.rename(w.path, traded); err == nil {
		w.path = traded
		replaced, err = r.compare(target, x)
	}
	if err == nil && !replaced {
		if err = r.exchange(w.path, target); err == nil {
			return r.settle(w.path, target, x)
		}
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		r.drop(w)
	}
	return replaced, err
}

// compare returns [ErrChanged] if the target does not have the old content, unless it
// already has the new one: another run did the same.
func (r replacer) compare(target string, x exchange) (replaced bool, err error) {
	got, err := r.sum(target)
	if err == nil && got != x.old && got != x.new {
		err = ErrChanged
	}
	return err == nil && got == x.new, err
}

// settle removes the temporary file of an exchange, unless no other file has its
// content. It reports whether the target has the new text.
func (r replacer) settle(temporary, target string, x exchange) (replaced bool, err error) {
	const trials = 3 // in each, another program would have to write at that moment
	for range trials {
		got, err := r.sum(temporary)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return true, nil // no longer ours
		case err != nil && !errors.Is(err, errNotRegular) && !errors.Is(err, fs.ErrPermission):
			// It may be the old content, and giving it its name back could take that of a
			// newer one. What is not a readable file is another program's.
			return true, fmt.Errorf("what it held before is left in %s, which cannot be read: %w", filepath.Base(temporary), plain(err))
		case got == x.old:
			if err := r.remove(temporary); err != nil {
				return true, fmt.Errorf("the temporary file %s is left: %w", filepath.Base(temporary), plain(err))
			}
			return true, nil
		case got == x.new:
			_ = r.remove(temporary) // else Clean will
			if now, _ := r.sum(target); now == x.new {
				return true, nil // another run did the same
			}
			return false, ErrChanged
		}
		// This is text that another program wrote after the comparison. It gets its
		// name back, unless that belongs to a third content by now.
		if got, _ := r.sum(target); got != x.new || r.exchange(temporary, target) != nil {
			break
		}
	}
	return false, fmt.Errorf("other programs wrote to it at the same time, and what one of them wrote is now in %s", filepath.Base(temporary))
}

func (r replacer) clean(folder string) error {
	if names, err := r.names(folder); err != nil || !slices.ContainsFunc(names, IsTemporary) {
		return nil //nolint:nilerr // what cannot be listed is not cleaned, nor checked
	}
	err := r.locked(folder, func(bool) error {
		names, err := r.names(folder)
		var kept []error
		for _, name := range names {
			if x, ending, ok := cutEnding(name); ok {
				kept = append(kept, r.finish(folder, name, ending, x, names))
			}
		}
		return errors.Join(append(kept, err)...)
	})
	if errors.Is(err, errBusy) {
		return nil // and the runs that keep it so will clean it
	}
	return err
}

// finish finishes the work of a run that left a temporary file.
func (r replacer) finish(folder, name, ending string, x exchange, names []string) error {
	path := filepath.Join(folder, name)
	release, ok := r.claim(path)
	if !ok {
		return nil
	}
	defer release()
	if ending == part {
		_ = r.remove(path)
		return nil
	}
	target := filepath.Join(folder, name+".gone") // no such file
	if i := slices.IndexFunc(names, x.of); i >= 0 {
		target = filepath.Join(folder, names[i])
	}
	if _, err := r.settle(path, target, x); err != nil && !errors.Is(err, ErrChanged) {
		return fmt.Errorf("%s: %w", target, plain(err))
	}
	return nil
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
