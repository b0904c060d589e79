package replace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/pkg/xattr"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// accessList is an access control list as it is in an extended attribute: rwx for the
// owner, for user 1234 and for the mask, r-x for the others.
func accessList() []byte {
	const none = 1<<32 - 1
	list := binary.LittleEndian.AppendUint32(nil, 2) // the version
	for _, e := range []struct {
		tag, permissions uint16
		id               uint32
	}{{1, 7, none}, {2, 7, 1234}, {4, 5, none}, {16, 7, none}, {32, 5, none}} {
		list = binary.LittleEndian.AppendUint16(list, e.tag)
		list = binary.LittleEndian.AppendUint16(list, e.permissions)
		list = binary.LittleEndian.AppendUint32(list, e.id)
	}
	return list
}

// TestAccessLists checks that a file keeps its own access control list, and does not
// inherit one from its folder.
func TestAccessLists(t *testing.T) {
	const own, inherited = "system.posix_acl_access", "system.posix_acl_default"
	for _, has := range []bool{true, false} {
		dir := disk.Folder(t, "a.md", "old")
		file := filepath.Join(dir, "a.md")
		to, name := file, own
		if !has {
			to, name = dir, inherited
		}
		if err := xattr.LSet(to, name, accessList()); errors.Is(err, errors.ErrUnsupported) {
			t.Logf("the file system of %s has no access control lists", dir)
			return
		} else if err != nil {
			t.Fatal(err)
		}
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := File(file, "old", "new"); err != nil {
			t.Fatal(err)
		}
		wantContent(t, file, "new")
		got, err := xattr.LGet(file, own)
		if has && (err != nil || !bytes.Equal(got, accessList())) || !has && err == nil {
			t.Errorf("a file with a list (%v) has the list %v, %v", has, got, err)
		}
		if after, err := os.Stat(file); err != nil || after.Mode() != before.Mode() {
			t.Errorf("mode %v, %v; want %v", after.Mode(), err, before.Mode())
		}
	}
}
