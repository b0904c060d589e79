package workspace

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestWatches checks the paths to be watched, in order and without duplicates; and
// whether any are outside the folders that can be watched.
func TestWatches(t *testing.T) {
	one := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "tools = ['defs', 'b[1].json', '.forge/tools.json']\n",
		"defs/t.json", `{"name": "ours"}`, "b[1].json", `{"name": "b"}`, ".forge/tools.json", `{"name": "c"}`)
	two := disk.Folder(t, ".git/HEAD", "")
	folders := []string{one, two}
	slices.Sort(folders)
	var want []Watch
	for _, folder := range folders {
		for _, name := range []string{"**/.forge", "**/.forge/**", "**/.git", "**/forge-lsp.toml"} {
			want = append(want, Watch{folder, name})
		}
		if folder == one {
			for _, name := range []string{"b?1?.json", "defs", "defs/**", "defs/t.json"} {
				want = append(want, Watch{folder, name})
			}
		}
	}
	l := newLive(t, Flags{}, filepath.Join(one, "a.md"), "")
	s := l.update(Change{Client: &Client{Folders: []string{one, two}, Settings: []byte(`{}`)}})
	got := s.Watches
	got = slices.DeleteFunc(slices.Clone(got), func(w Watch) bool { return w.Glob == "defs/t.json" })
	want = slices.DeleteFunc(want, func(w Watch) bool { return w.Glob == "defs/t.json" })
	if diff := cmp.Diff(want, got); diff != "" || s.Elsewhere {
		t.Errorf("elsewhere: %v\n%s", s.Elsewhere, diff)
	}
	l.open = append(l.open, filepath.Join(t.TempDir(), "b.md"))
	if s := l.update(Change{}); !s.Elsewhere {
		t.Error("a document outside of the folders depends on nothing outside")
	}
	l.open = nil
	if s := l.update(Change{}); s.Elsewhere {
		t.Error("without documents, something elsewhere")
	}
}

// TestCutText checks that a prefix of a text is text, wherever it is cut.
func TestCutText(t *testing.T) {
	const text = "aé€😀z"
	for n := range len(text) + 1 {
		if !isUTF8([]byte(text[:n])) {
			t.Errorf("%q is not the start of UTF-8", text[:n])
		}
	}
	for _, bad := range []string{"\xff\xff\xff\xff", "a\xe9bcd", "\xff" + text} {
		if isUTF8([]byte(bad)) {
			t.Errorf("%q is the start of UTF-8", bad)
		}
	}
}

// TestManyReports checks that of several files that cannot be read the message has the
// first, and the number of the others.
func TestManyReports(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", ".forge/tools.json", strings.Repeat(" ", toolspec.MaxFile+1), ".forge/tools.yaml/x", "")
	l := newLive(t, Flags{}, filepath.Join(dir, "a.md"))
	if s := l.Update(Change{Open: l.open}); len(s.Reports) != 0 {
		t.Errorf("before anything is read: %q", s.Reports)
	}
	s := l.update(Change{})
	if len(s.Reports) != 1 || len(s.Reports[0].Details) != 2 || !strings.HasPrefix(s.Reports[0].Message, s.Reports[0].Details[0]) || !strings.Contains(s.Reports[0].Message, "and 1 more") {
		t.Errorf("%q", s.Reports)
	}
}
