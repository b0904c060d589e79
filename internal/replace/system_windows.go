package replace

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

const asItIs = 0

// links returns the number of names of a file.
func links(f *os.File) (uint64, error) {
	var info windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info)
	return uint64(info.NumberOfLinks), err
}

// lock does nothing: a file that is open cannot be removed.
func lock(*os.File) bool { return true }

func syncFolder(string) error { return nil } // a rename is durable

// keep copies the access control list and the attributes of another file; one attribute
// hides it.
func keep(f *os.File, like string) error {
	if err := keepAccess(f, like); err != nil {
		return fmt.Errorf("its access control list cannot be kept: %w", err)
	}
	from, err := windows.UTF16PtrFromString(like)
	if err != nil {
		return err
	}
	to, err := windows.UTF16PtrFromString(f.Name())
	if err != nil {
		return err
	}
	attributes, err := windows.GetFileAttributes(from)
	if err != nil {
		return err
	}
	const settable = windows.FILE_ATTRIBUTE_ARCHIVE | windows.FILE_ATTRIBUTE_HIDDEN | windows.FILE_ATTRIBUTE_SYSTEM |
		windows.FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
	return windows.SetFileAttributes(to, attributes&settable)
}

// keepAccess copies the access control list, and whether the folder's is inherited.
func keepAccess(f *os.File, like string) error {
	descriptor, err := windows.GetNamedSecurityInfo(like, windows.SE_FILE_OBJECT, windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return err
	}
	list, _, err := descriptor.DACL()
	if err != nil {
		return err
	}
	control, _, err := descriptor.Control()
	if err != nil {
		return err
	}
	what := windows.SECURITY_INFORMATION(windows.DACL_SECURITY_INFORMATION | windows.UNPROTECTED_DACL_SECURITY_INFORMATION)
	if control&windows.SE_DACL_PROTECTED != 0 {
		what = windows.DACL_SECURITY_INFORMATION | windows.PROTECTED_DACL_SECURITY_INFORMATION
	}
	return windows.SetNamedSecurityInfo(f.Name(), windows.SE_FILE_OBJECT, what, nil, nil, list, nil)
}
