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

// keep gives a file the owner, group, extended attributes and mode of another, which
// is as Linux stores access control lists, too. It fails if the file would differ in
// one of them. Its times stay its own: build tools and editors go by them.
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
	// After the owner, as that takes bits away, and the attributes, as an access
	// control list that is inherited changes them.
	if err := f.Chmod(info.Mode()); err != nil {
		return fmt.Errorf("its mode cannot be kept: %w", plain(err))
	}
	got, err := f.Stat()
	if err == nil && got.Mode() != info.Mode() {
		err = fmt.Errorf("its mode %v cannot be kept", info.Mode())
	}
	return err
}

// keepOwner gives a file the owner and group of another.
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

// ownAttributes are the extended attributes that the system gives to each file by
// itself, by its content or by the program that made it.
var ownAttributes = []string{"security.ima", "security.evm", "security.capability", "com.apple.provenance"}

// keepAttributes gives a file the extended attributes of another, and no others.
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
			continue // as with SELinux labels, which not everybody may set
		}
		if err := xattr.FSet(f, name, value); err != nil {
			return lost(name, err)
		}
	}
	// A folder may have given it some, such as an access control list.
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

// attributes returns what of a list of extended attributes is to be kept.
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

// attributeError takes the path off an error.
func attributeError(err error) error {
	if e, ok := errors.AsType[*xattr.Error](err); ok {
		return e.Err
	}
	return err
}
