package cache

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestStamp checks that any change to a file changes its stamp, if the system provides
// enough data.
func TestStamp(t *testing.T) {
	dir := disk.Folder(t, "a", "text", "b", "text", "folder/", "")
	file := filepath.Join(dir, "a")
	old := time.Now().Add(-time.Hour)
	if err := errors.Join(os.Chtimes(file, old, old), os.Chtimes(filepath.Join(dir, "b"), old, old)); err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct {
		name string
		make func() error
		unix bool // visible only in the fields of Unix
	}{
		{"longer", func() error { return os.WriteFile(file, []byte("texts"), 0o644) }, false},
		{"another time", func() error { return os.Chtimes(file, old.Add(1), old.Add(1)) }, false},
		{"as long, with the same time", func() error {
			return errors.Join(os.WriteFile(file, []byte("other"), 0o644), os.Chtimes(file, old.Add(1), old.Add(1)))
		}, true},
		{"another file", func() error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "b"), []byte("other"), 0o644),
				os.Chtimes(filepath.Join(dir, "b"), old.Add(1), old.Add(1)), os.Rename(filepath.Join(dir, "b"), file))
		}, true},
	} {
		before, ok := StampOf(file)
		if again, _ := StampOf(file); !ok || again != before {
			t.Errorf("before %s: %v, then %v", change.name, before, again)
		}
		time.Sleep(20 * time.Millisecond) // longer than the granularity of the clock
		if err := change.make(); err != nil {
			t.Fatal(err)
		}
		if after, ok := StampOf(file); !ok || after == before && (!change.unix || runtime.GOOS != "windows") {
			t.Errorf("%s: %v is as before", change.name, after)
		}
	}
	for _, name := range []string{"folder", "none", "a/below"} {
		if s, ok := StampOf(filepath.Join(dir, name)); ok {
			t.Errorf("%s has the stamp %v", name, s)
		}
	}
}

func TestRacy(t *testing.T) {
	now := time.Now()
	at := func(d time.Duration) int64 { return now.Add(d).UnixNano() }
	for _, test := range []struct {
		name              string
		modified, changed int64
		want              bool
	}{
		{"long ago", at(-time.Hour), at(-time.Hour), false},
		{"just now", at(0), at(0), true},
		{"a second ago", at(-time.Second), at(-time.Second), true},
		{"in the future", at(time.Hour), at(time.Hour), true},
		{"with an old time that was just set", at(-time.Hour), at(-time.Second), true},
		{"where only one time is known", at(-3 * time.Second), 0, false},
	} {
		if got := (Stamp{Modified: test.modified, Changed: test.changed}).Racy(now); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}

func TestProgramID(t *testing.T) {
	const id = "action/main/content"
	note := "\x04\x00\x00\x00\x13\x00\x00\x00\x04\x00\x00\x00Go\x00\x00"
	for _, test := range []struct{ name, head, want string }{
		{"ELF", "\x7fELF" + strings.Repeat("\x00", 100) + note + id + "\x00\x04", id},
		{"the note alone", note[4:] + id, id},
		{"without the size of the ID", note[5:] + id, ""},
		{"cut off", note + id[:5], ""},
		{"others", "MZ" + strings.Repeat("x", 100) + "\xff Go build ID: \"" + id + "\"\n \xffcode", id},
		{"none", "MZ\xff Go build ID: \"" + id, ""},
		{"empty", "", ""},
	} {
		if got := buildID([]byte(test.head)); got != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
	}
	if got := ProgramID(); got == "" || strings.Contains(got, " ") || got != ProgramID() {
		t.Errorf("of this program: %q", got)
	}
}
