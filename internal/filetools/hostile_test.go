//go:build unix

package filetools

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

func edits(search, replace string) []any {
	return []any{map[string]any{"search": search, "replace": replace}}
}

// TestHostile checks that what is not a file of the workspace is not read.
func TestHostile(t *testing.T) {
	base := t.TempDir()
	t.Setenv("HOME", filepath.Join(base, "home"))
	root := filepath.Join(base, "ws")
	disk.Write(t, base, map[string]string{"ws/a.txt": "a\n", "ws/d/b.txt": "b\n", "secret": "secret\n", "home/.forge/tools/x": "x\n"})
	for name, to := range map[string]string{
		"out": "../secret", "far": "/etc/passwd", "loop": "loop", "up": "..", "in": filepath.Join(root, "a.txt"), "device": "/dev/zero",
	} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	huge, err := os.Create(filepath.Join(root, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	if err := huge.Truncate(10 << 30); err != nil {
		t.Fatal(err)
	}
	if err := huge.Close(); err != nil {
		t.Fatal(err)
	}
	w, err := Open(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	const outside, notChecked = "is outside workspace boundaries", "?"
	for path, want := range map[string]string{
		"a.txt": "", "in": "", "./d/../a.txt": "", root + "/a.txt": "",
		"out": outside, "far": outside, "up/secret": outside, "../secret": outside, "/etc/passwd": outside, "device": outside, "~/x": outside,
		"d": "is a directory", "a.txt/x": "no such file", "loop": "no such file", "none": "no such file", "none/below": "no such file",
		"pipe": notChecked, "huge": notChecked, "~/.forge/tools/x": notChecked, "": notChecked,
	} {
		r := w.Do("apply_diff", map[string]any{"path": path, "edits": edits("a", "b")})
		switch {
		case want == notChecked:
			if r != nil {
				t.Errorf("%q: %+v", path, r)
			}
		case r == nil || want == "" && (r.Refused() != "" || r.After != "b\n") || want != "" && !strings.Contains(r.Refused(), want):
			t.Errorf("%q: %+v, want %q", path, r, want)
		}
	}
	if r := w.Do("apply_diff", map[string]any{"path": "out", "edits": edits("a", "b")}); r.Before != "" || strings.Contains(r.Findings[0].Text, "secret") {
		t.Errorf("%+v", r)
	}
}

// TestChange checks that all calls see one version of a file, even if it changes meanwhile, and that
// the change is known afterwards.
func TestChange(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, root, map[string]string{"a.txt": "old\n", "b.txt": "b\n"})
	w, err := Open(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	do := func(name, search string) string {
		return w.Do("apply_diff", map[string]any{"path": name, "edits": edits(search, "x")}).Refused()
	}
	if why := do("a.txt", "old") + do("none", "x"); !strings.HasPrefix(why, "no such file") || w.Fresh() != nil {
		t.Errorf("%q, changed: %v", why, w.Fresh() != nil)
	}
	disk.Write(t, root, map[string]string{"a.txt": "quite new\n"})
	if why := do("b.txt", "b"); why != "" {
		t.Error(why)
	}
	if why := do("a.txt", "old"); why != "" || w.Fresh() == nil {
		t.Errorf("%q, changed: %v", why, w.Fresh() != nil)
	}
	if w = w.Fresh(); !strings.Contains(do("a.txt", "old"), "not found") || do("a.txt", "quite new") != "" || w.Fresh() != nil {
		t.Error("the file is not read again")
	}
	disk.Write(t, root, map[string]string{"b.txt": "c\n"})
	if known := w.Without(filepath.Join(root, "a.txt")); known == nil || w.Without(filepath.Join(root, "c.txt")) != nil {
		t.Error("which files a call has looked at is not known")
	} else if w = known; do("b.txt", "b") != "" {
		t.Error("another file is read again")
	}
}

// TestBuffer checks that an open buffer is read instead of the file, also of one that is not saved.
func TestBuffer(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	disk.Write(t, root, map[string]string{"a.txt": "disk\n"})
	w, err := Open(root, func(path string) (string, bool) {
		text, ok := map[string]string{"a.txt": "buffer\n", "new/b.txt": "unsaved\n"}[strings.TrimPrefix(path, root+"/")]
		return text, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, search := range map[string]string{"a.txt": "buffer", "new/b.txt": "unsaved"} {
		if r := w.Do("apply_diff", map[string]any{"path": path, "edits": edits(search, "x")}); r.Refused() != "" || w.Without(filepath.Join(root, path)) == nil {
			t.Errorf("%s: %+v", path, r)
		}
	}
}

// TestChanging checks that a file that changes while it is read is one text for all calls, whatever it is.
func TestChanging(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a.txt")
	texts := []string{strings.Repeat("a\n", 1<<20), "", strings.Repeat("b\n", 1<<10)}
	disk.WriteFile(t, name, texts[0])
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.WriteFile(name, []byte(texts[i%len(texts)]), 0o600) // if it fails, nothing has changed
			if i%5 == 4 {
				_ = os.Remove(name)
			}
		}
	}()
	for range 100 {
		w, err := Open(root, nil)
		if err != nil {
			t.Fatal(err)
		}
		write := func() *Result { return w.Do("write_file", map[string]any{"path": "a.txt", "content": ""}) }
		if one, two := write(), write(); (one == nil) != (two == nil) || one != nil && (one.Before != two.Before || one.Creates != two.Creates) {
			t.Fatal("two calls see different texts")
		}
	}
	close(stop)
	<-done
}
