//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replace

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/pkg/xattr"
)

// asItIs are the flags with which opening does not follow links or wait for the other
// end of a named pipe.
const asItIs = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// links returns the number of names of a file.
func links(f *os.File) (n uint64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		n = uint64(stat.Nlink) //nolint:unconvert // its type differs between platforms
	}
	return n, nil
}

// lock locks a file until it is closed or the program ends. It reports false if another
// program has it locked, or the file system does not support locks.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// syncFolder makes changes to the names in a folder survive a power failure.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return nil // a folder that may be written to but not listed
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil // a file system that does not support it
	}
	return err
}

// keep copies the owner, group, extended attributes and mode of another file, and fails
// if it cannot. Times are not copied: build tools and editors rely on them.
func keep(f *os.File, like string) error {
	want, err := os.Lstat(like)
	if err != nil {
		return err
	}
	is, err := f.Stat()
	if err != nil {
		return err
	}
	has, ok1 := is.Sys().(*syscall.Stat_t)
	gets, ok2 := want.Sys().(*syscall.Stat_t)
	if ok1 && ok2 && (has.Uid != gets.Uid || has.Gid != gets.Gid) {
		if err := f.Chown(int(gets.Uid), int(gets.Gid)); err != nil {
			return fmt.Errorf("it belongs to another user or group, which replacing it would change: %w", plain(err))
		}
	}
	if err := keepAttributes(f, like); err != nil {
		return err
	}
	// After the owner, because changing that clears bits, and the attributes, because
	// an access control list changes them.
	if err := f.Chmod(want.Mode()); err != nil {
		return fmt.Errorf("its mode cannot be kept: %w", plain(err))
	}
	if is, err = f.Stat(); err == nil && is.Mode() != want.Mode() {
		err = fmt.Errorf("its mode %v cannot be kept", want.Mode())
	}
	return err
}

// accessList is the attribute with the access control list of a file on Linux.
const accessList = "system.posix_acl_access"

// keepAttributes copies extended attributes. Those that the system sets on each file by
// itself, such as labels of SELinux, are copied if it allows that.
func keepAttributes(f *os.File, like string) error {
	names, err := xattr.LList(like)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("its extended attributes cannot be read: %w", errors.Unwrap(err))
	}
	if !slices.Contains(names, accessList) {
		_ = xattr.FRemove(f, accessList) // one that the folder gives to new files
	}
	for _, name := range names {
		value, err := xattr.LGet(like, name)
		if err == nil {
			err = xattr.FSet(f, name, value)
		}
		if err != nil && !strings.HasPrefix(name, "security.") && name != "com.apple.provenance" {
			return fmt.Errorf("its extended attribute %q cannot be kept: %w", name, errors.Unwrap(err))
		}
	}
	return nil
}
