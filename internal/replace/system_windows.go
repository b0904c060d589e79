package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sys/windows"
)

const asItIs = 0

func (theSystem) stat(path string) (info fs.FileInfo, links uint64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, 0, err
	}
	var more windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &more); err != nil {
		return nil, 0, err
	}
	return info, uint64(more.NumberOfLinks), nil
}

// lock waits for a mutex that is named after the folder, because folders cannot be
// locked. A mutex belongs to a thread.
func (theSystem) lock(folder string) (unlock func(), err error) {
	full, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	name, err := windows.UTF16PtrFromString(mutexName(full))
	if err != nil {
		return nil, err
	}
	mutex, err := windows.CreateMutex(nil, false, name)
	if mutex == 0 || err != nil && !errors.Is(err, windows.ERROR_ALREADY_EXISTS) {
		return nil, errors.ErrUnsupported // another user's
	}
	runtime.LockOSThread()
	event, err := windows.WaitForSingleObject(mutex, uint32(patience.Milliseconds()))
	if event == windows.WAIT_OBJECT_0 || event == windows.WAIT_ABANDONED {
		return func() {
			_ = windows.ReleaseMutex(mutex)
			runtime.UnlockOSThread()
			_ = windows.CloseHandle(mutex)
		}, nil
	}
	runtime.UnlockOSThread()
	_ = windows.CloseHandle(mutex)
	if err == nil {
		err = errBusy
	}
	return nil, err
}

// mutexName returns the name of the mutex for a folder. The case of its path is
// irrelevant, and a backslash is special in such names.
func mutexName(folder string) string {
	return `Global\forge-lsp-` + string(digestOfText(strings.ToLower(folder)))
}

// tryLock does nothing: open files cannot be removed.
func tryLock(*os.File) error { return nil }

// claim leaves it to the removal to find out whether a run has the file open.
func (theSystem) claim(string) (release func(), ok bool) { return func() {}, true }

// renameOver closes the file first, because an open file cannot be renamed.
func (theSystem) renameOver(h handle, from, to string) error {
	if err := h.close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}

func (theSystem) syncFolder(string) error { return nil } // a rename is durable

// keep copies the access control list and the attributes of another file; one attribute
// hides it.
func keep(f *os.File, like string) error {
	descriptor, err := windows.GetNamedSecurityInfo(like, windows.SE_FILE_OBJECT, windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return fmt.Errorf("its access control list cannot be read: %w", err)
	}
	list, _, err := descriptor.DACL()
	if err != nil {
		return fmt.Errorf("its access control list cannot be read: %w", err)
	}
	control, _, err := descriptor.Control()
	if err != nil {
		return fmt.Errorf("its access control list cannot be read: %w", err)
	}
	what := windows.SECURITY_INFORMATION(windows.DACL_SECURITY_INFORMATION | windows.UNPROTECTED_DACL_SECURITY_INFORMATION)
	if control&windows.SE_DACL_PROTECTED != 0 {
		what = windows.DACL_SECURITY_INFORMATION | windows.PROTECTED_DACL_SECURITY_INFORMATION
	}
	if err := windows.SetNamedSecurityInfo(f.Name(), windows.SE_FILE_OBJECT, what, nil, nil, list, nil); err != nil {
		return fmt.Errorf("its access control list cannot be kept: %w", err)
	}
	name, err := windows.UTF16PtrFromString(like)
	if err != nil {
		return err
	}
	attributes, err := windows.GetFileAttributes(name)
	if err != nil {
		return err
	}
	if name, err = windows.UTF16PtrFromString(f.Name()); err != nil {
		return err
	}
	return windows.SetFileAttributes(name, attributes&keptAttributes)
}

// keptAttributes are those that can be set on a file.
const keptAttributes = windows.FILE_ATTRIBUTE_ARCHIVE | windows.FILE_ATTRIBUTE_HIDDEN | windows.FILE_ATTRIBUTE_SYSTEM |
	windows.FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
