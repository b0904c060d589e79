//go:build unix

package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A faulty system is the real one with faults before its calls, which are counted from
// 0. It does not sync, which is slow and makes no difference to readers.
type faulty struct {
	theSystem
	before   func(n int, call string) error // an error replaces that of the call
	n        int
	killed   bool
	tradable bool // whether names can be exchanged
}

// errKilled is the error of all calls of a killed run: they have no effect.
var errKilled = errors.New("killed")

func (f *faulty) fault(call string) error {
	if f.killed {
		return errKilled
	}
	err := f.before(f.n, call)
	f.n++
	if errors.Is(err, errKilled) {
		f.killed = true
	}
	return err
}

func (f *faulty) resolve(path string) (string, error) {
	if err := f.fault("resolve"); err != nil {
		return "", err
	}
	return f.theSystem.resolve(path)
}

func (f *faulty) stat(path string) (fs.FileInfo, uint64, error) {
	if err := f.fault("stat"); err != nil {
		return nil, 0, err
	}
	return f.theSystem.stat(path)
}

func (f *faulty) writable(path string) error {
	if err := f.fault("writable"); err != nil {
		return err
	}
	return f.theSystem.writable(path)
}

func (f *faulty) sum(path string) (digest, error) {
	if err := f.fault("sum"); err != nil {
		return "", err
	}
	return f.theSystem.sum(path)
}

func (f *faulty) names(folder string) ([]string, error) {
	if err := f.fault("names"); err != nil {
		return nil, err
	}
	return f.theSystem.names(folder)
}

func (f *faulty) lock(folder string) (func(), error) {
	if err := f.fault("lock"); err != nil {
		return nil, err
	}
	return f.theSystem.lock(folder)
}

func (f *faulty) claim(path string) (func(), bool) {
	if err := f.fault("claim"); err != nil {
		return nil, false
	}
	return f.theSystem.claim(path)
}

func (f *faulty) exchange(a, b string) error {
	if !f.tradable {
		return errors.ErrUnsupported
	}
	if err := f.fault("exchange"); err != nil {
		return err
	}
	return f.theSystem.exchange(a, b)
}

func (f *faulty) renameOver(h handle, from, to string) error {
	if err := f.fault("renameOver"); err != nil {
		return err
	}
	return f.theSystem.renameOver(h, from, to)
}

func (f *faulty) rename(from, to string) error {
	if err := f.fault("rename"); err != nil {
		return err
	}
	return f.theSystem.rename(from, to)
}

func (f *faulty) remove(path string) error {
	if err := f.fault("remove"); err != nil {
		return err
	}
	return f.theSystem.remove(path)
}

func (f *faulty) syncFolder(string) error { return f.fault("syncFolder") }

func (f *faulty) create(path string) (handle, error) {
	if err := f.fault("create"); err != nil {
		return nil, err
	}
	h, err := f.theSystem.create(path)
	return &faultyHandle{h, f}, err
}

type faultyHandle struct {
	handle
	f *faulty
}

func (h *faultyHandle) write(text string) error {
	if err := h.f.fault("write"); err != nil {
		_ = h.handle.write(text[:len(text)/2]) // a full disk, or a killed run, in the middle
		return err
	}
	return h.handle.write(text)
}

func (h *faultyHandle) keep(like string) error {
	if err := h.f.fault("keep"); err != nil {
		return err
	}
	return h.handle.keep(like)
}

func (h *faultyHandle) sync() error { return h.f.fault("sync") }

// close closes the file, also for a killed run, as the system does.
func (h *faultyHandle) close() error { return h.handle.close() }

// A meddler is what another program does to the target during a run, and the final
// state: a text, or a type of file.
type meddler struct {
	name string
	do   func(target string) error
	text string
	kind fs.FileMode
	gone bool
}

const theirs = "what another program wrote\n"

var meddlers = []meddler{
	{name: "writes in place", text: theirs, do: func(target string) error {
		return os.WriteFile(target, []byte(theirs), 0o644)
	}},
	{name: "empties", text: "", do: func(target string) error { return os.Truncate(target, 0) }},
	{name: "replaces", text: theirs, do: func(target string) error {
		temporary := filepath.Join(filepath.Dir(target), "theirs")
		return errors.Join(os.WriteFile(temporary, []byte(theirs), 0o644), os.Rename(temporary, target))
	}},
	{name: "removes", gone: true, do: os.Remove},
	{name: "makes a folder of", kind: fs.ModeDir, do: func(target string) error {
		return errors.Join(os.Remove(target), os.Mkdir(target, 0o755))
	}},
	{name: "makes a link of", kind: fs.ModeSymlink, do: func(target string) error {
		return errors.Join(os.Remove(target), os.Symlink("elsewhere", target))
	}},
	{name: "makes a named pipe of", kind: fs.ModeNamedPipe, do: func(target string) error {
		return errors.Join(os.Remove(target), syscall.Mkfifo(target, 0o644))
	}},
}

// failures are the errors that calls are made to fail with.
var failures = []error{
	&fs.PathError{Op: "fault", Path: "x", Err: syscall.ENOSPC},
	&fs.PathError{Op: "fault", Path: "x", Err: syscall.EACCES},
	&fs.PathError{Op: "fault", Path: "x", Err: syscall.EROFS},
	&os.LinkError{Op: "fault", Old: "x", New: "x", Err: syscall.EXDEV},
	&fs.PathError{Op: "fault", Path: "x", Err: syscall.EIO},
	&fs.PathError{Op: "fault", Path: "x", Err: syscall.EDQUOT},
}
