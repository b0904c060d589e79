// Package replace replaces the content of a file atomically: it is then the old text or
// the new one, whatever happens: the program or the machine stops, the disk is full,
// another program writes to the file at the same time.
//
// The new text is written into a temporary file beside the target, with the owner, the
// mode and the attributes of the target, and synced. Then the target is compared with
// the text that was read, and the names of the two files are exchanged. What was
// replaced is compared once more: if another program wrote it in the meantime, the names
// are exchanged back. Where names cannot be exchanged, the temporary file is renamed to
// the target right after the comparison.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// ErrChanged is the error of [File] if the file has neither the old text nor the new.
var ErrChanged = errors.New("it has changed since it was read")

var (
	errNotRegular = errors.New("it is not a regular file")
	// errLost is the error of a run whose temporary file was removed, by another run's
	// [Clean], before it was locked, or where open files cannot be locked.
	errLost = errors.New("its temporary file was removed")
)

// File replaces the content of a regular file, which has to be old, with text, and
// reports whether the file has it, which is possible in spite of an error. A symbolic
// link stays, and the file that it leads to is replaced. It is not an error if the
// content is already text.
//
// The file keeps its owner, group, mode and extended attributes, including an access
// control list, and gets a new modification time. If one of these cannot be kept, or
// the file has several hard links, which would be separated, it is not replaced.
func File(path, old, text string) (replaced bool, err error) { return run{}.file(path, old, text) }

// A run replaces a file. Tests put faults before its steps.
type run struct{ before func(step string) error }

// do takes a step, unless the fault before it is an error.
func (r run) do(step string, take func() error) error {
	if r.before != nil {
		if err := r.before(step); err != nil {
			return err
		}
	}
	return take()
}

func (r run) file(path, old, text string) (replaced bool, err error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		err = r.do("check", func() error { return check(target) })
	}
	if err != nil {
		return false, plain(err)
	}
	c := change{digestOf(old), digestOf(text)}
	const tries = 3 // each is lost in a moment between two steps only
	for range tries {
		if replaced, err = r.try(target, c, text); !errors.Is(err, errLost) {
			break
		}
	}
	if err == nil {
		if err = r.do("sync folder", func() error { return syncFolder(filepath.Dir(target)) }); err != nil {
			err = fmt.Errorf("a power failure may undo it: %w", plain(err))
		}
	}
	return replaced, plain(err)
}

// check returns why a file must not be replaced, or nil. It is opened for writing,
// because a replacement needs no permission on the file itself, and its mode does not
// tell: there are access control lists, immutable files, file systems that are
// read-only, and root.
func check(target string) error {
	f, err := open(target, os.O_WRONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := links(f)
	if err == nil && n > 1 {
		err = fmt.Errorf("it has %d hard links, which replacing it would separate: edit it by hand, or put a copy in its place", n)
	}
	return err
}

// try writes a temporary file and puts it in the place of the target.
func (r run) try(target string, c change, text string) (replaced bool, err error) {
	temporary := filepath.Join(filepath.Dir(target), c.name())
	var f *os.File
	err = r.do("create", func() (err error) {
		f, err = os.OpenFile(temporary+part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("cannot create a temporary file next to it: %w", plain(err))
	}
	defer f.Close() // which unlocks it
	_ = lock(f)     // another run's Clean leaves it alone then
	err = r.fill(f, target, text)
	if runtime.GOOS == "windows" {
		_ = f.Close() // an open file can be neither renamed nor removed
	}
	if err == nil {
		err = r.rename(temporary+part, temporary+swap)
	}
	if err != nil {
		r.drop(temporary + part)
		return false, err
	}
	return r.swap(temporary+swap, target, c)
}

// fill writes the text into a temporary file, which gets what the target has beside it.
func (r run) fill(f *os.File, target, text string) error {
	err := r.do("write", func() error { _, err := f.WriteString(text); return err })
	if err == nil {
		err = r.do("keep", func() error { return keep(f, target) })
	}
	if err == nil {
		err = r.do("sync", f.Sync)
	}
	return err
}

// swap puts a temporary file in the place of the target, if that has the old content.
func (r run) swap(temporary, target string, c change) (replaced bool, err error) {
	now, err := r.sum(target)
	switch {
	case err == nil && now == c.text:
		r.drop(temporary)
		return true, nil // another run did the same
	case err == nil && now != c.old:
		err = ErrChanged
	case err == nil:
		if err = r.exchange(temporary, target); err == nil {
			return r.settle(temporary, target, c)
		}
		if errors.Is(err, errors.ErrUnsupported) {
			err = r.rename(temporary, target)
			replaced = err == nil
		}
	}
	if err != nil {
		r.drop(temporary)
	}
	return replaced, err
}

// settle removes what the target held before the exchange, or gives it back its name if
// it is not the old content: another program wrote it after the comparison. The same is
// done with what cannot be read.
func (r run) settle(temporary, target string, c change) (replaced bool, err error) {
	held, err := r.sum(temporary)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil // another run's Clean removed the old content
	case err == nil && (held == c.old || held == c.text): // the latter if another run did the same
		if err := r.remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) { // another run's Clean was first
			return true, fmt.Errorf("the temporary file %s is left: %w", filepath.Base(temporary), plain(err))
		}
		return true, nil
	case err == nil || errors.Is(err, errNotRegular):
		err = ErrChanged
	}
	if r.exchange(temporary, target) != nil {
		return true, fmt.Errorf("another program wrote to it at the same time, and what it held then is in %s", filepath.Base(temporary))
	}
	if held, heldErr := r.sum(temporary); heldErr != nil || held != c.text {
		return false, fmt.Errorf("other programs wrote to it at the same time, and what one of them wrote is in %s", filepath.Base(temporary))
	}
	r.drop(temporary)
	return false, err
}

func (r run) sum(path string) (d digest, err error) {
	err = r.do("sum", func() (err error) { d, err = sum(path); return err })
	return d, err
}

// exchange exchanges the names of two files. The error is [errors.ErrUnsupported] if the
// system or the file system cannot do that.
func (r run) exchange(a, b string) error {
	return r.do("exchange", func() error {
		err := exchange(a, b)
		if errors.Is(err, syscall.EINVAL) {
			return errors.ErrUnsupported // the file system does not know the flag
		}
		return err
	})
}

// rename renames a temporary file.
func (r run) rename(from, to string) error {
	err := r.do("rename", func() error { return os.Rename(from, to) })
	if errors.Is(err, fs.ErrNotExist) {
		return errLost
	}
	return err
}

func (r run) remove(path string) error {
	return r.do("remove", func() error { return os.Remove(path) })
}

// drop removes a temporary file that is not needed. An error is left to [Clean]: the one
// that led here is the one to report.
func (r run) drop(path string) { _ = r.remove(path) }

// open opens a regular file, and waits for nothing: anything may have taken its name.
func open(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|asItIs, 0)
	if err != nil {
		if info, statErr := os.Lstat(path); statErr == nil && !info.Mode().IsRegular() {
			return nil, errNotRegular // a folder, a link, a socket
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
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
