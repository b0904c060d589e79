//go:build unix

package replace

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/pkg/xattr"
)

// keep copies the owner, group, extended attributes and mode of another file, which
// include access control lists on Linux. It fails if the file would differ in one of
// them. Times are not copied: build tools and editors rely on them.
func keep(f *os.File, like string) error {
	info, err := os.Lstat(like)
	if err != nil {
		return err
	}
	if err := keepOwner(f, info); err != nil {
		return err
	}
	if err := keepAttributes(f, like); err != nil {
		return err
	}
	// After the owner, because changing that clears bits, and the attributes, because
	// an inherited access control list changes them.
	if err := f.Chmod(info.Mode()); err != nil {
		return fmt.Errorf("its mode cannot be kept: %w", plain(err))
	}
	got, err := f.Stat()
	if err == nil && got.Mode() != info.Mode() {
		err = fmt.Errorf("its mode %v cannot be kept", info.Mode())
	}
	return err
}

// keepOwner copies the owner and group of another file.
func keepOwner(f *os.File, want os.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	is, ok1 := info.Sys().(*syscall.Stat_t)
	like, ok2 := want.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || is.Uid == like.Uid && is.Gid == like.Gid {
		return nil
	}
	if err := f.Chown(int(like.Uid), int(like.Gid)); err != nil {
		return fmt.Errorf("it belongs to another user or group, which replacing it would change: %w", plain(err))
	}
	return nil
}

// ownAttributes are the extended attributes that the system sets on each file by
// itself, by its content or by the program that created it.
var ownAttributes = []string{"security.ima", "security.evm", "security.capability", "com.apple.provenance"}

// keepAttributes copies the extended attributes of another file, and removes others.
func keepAttributes(f *os.File, like string) error {
	want, err := attributes(xattr.LList(like))
	if err != nil {
		return err
	}
	for _, name := range want {
		value, err := xattr.LGet(like, name)
		if err != nil {
			return lost(name, err)
		}
		if now, err := xattr.FGet(f, name); err == nil && bytes.Equal(now, value) {
			continue // such as SELinux labels, which not every user may set
		}
		if err := xattr.FSet(f, name, value); err != nil {
			return lost(name, err)
		}
	}
	// The folder may have added some, such as an access control list.
	got, err := attributes(xattr.FList(f))
	if err != nil {
		return err
	}
	for _, name := range got {
		if slices.Contains(want, name) {
			continue
		}
		if err := xattr.FRemove(f, name); err != nil && !strings.HasPrefix(name, "security.") {
			return lost(name, err)
		}
	}
	return nil
}

// attributes returns the attributes of a list that are copied.
func attributes(names []string, err error) ([]string, error) {
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("its extended attributes cannot be read: %w", attributeError(err))
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(ownAttributes, name) }), nil
}

func lost(name string, err error) error {
	return fmt.Errorf("its extended attribute %q cannot be kept: %w", name, attributeError(err))
}

// attributeError removes the path from an error.
func attributeError(err error) error {
	if e, ok := errors.AsType[*xattr.Error](err); ok {
		return e.Err
	}
	return err
}
