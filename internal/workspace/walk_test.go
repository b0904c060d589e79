package workspace

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

func pathsOf(sources []Source) []string {
	var paths []string
	for _, s := range sources {
		paths = append(paths, s.Path)
	}
	return paths
}

func TestSources(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		".git/config":          "",
		".git/info/exclude":    "excluded.md\n",
		".gitignore":           "*.log\n/build/\n",
		"a.md":                 "",
		"build/out.md":         "",
		"excluded.md":          "",
		"run.log":              "",
		"sub/.gitignore":       "!run.log\nsecret*\n",
		"sub/a.md":             "",
		"sub/deep/b.md":        "",
		"sub/deep/secret.md":   "",
		"sub/run.log":          "",
		"sub/build/allowed.md": "",
		"secret.md":            "",
	} {
		disk.WriteFile(t, filepath.Join(dir, name), text)
	}
	for name, target := range map[string]string{"link": "sub", "a-link.md": "a.md", "sub/up": ".."} {
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}

	all := []string{
		".gitignore", "a.md", "secret.md",
		"sub/.gitignore", "sub/a.md", "sub/build/allowed.md", "sub/deep/b.md", "sub/run.log",
	}
	tests := []struct {
		name     string
		args     []string
		noIgnore bool
		want     []string
	}{
		{"a folder", []string{"."}, false, all},
		{"a folder below", []string{"sub/"}, false, []string{"sub/.gitignore", "sub/a.md", "sub/build/allowed.md", "sub/deep/b.md", "sub/run.log"}},
		{"a folder by a link", []string{"link"}, false, []string{"link/.gitignore", "link/a.md", "link/build/allowed.md", "link/deep/b.md", "link/run.log"}},
		{"an ignored file that is named", []string{"run.log"}, false, []string{"run.log"}},
		{"an ignored folder that is named", []string{"build"}, false, []string{"build/out.md"}},
		{"the order of the arguments", []string{"sub/deep", "a.md"}, false, []string{"sub/deep/b.md", "a.md"}},
		{"a file that is named twice", []string{"a.md", "./a.md", "a-link.md", "."}, false, append([]string{"a.md", ".gitignore"}, all[2:]...)},
		{"no ignore", []string{"sub"}, true, []string{"sub/.gitignore", "sub/a.md", "sub/build/allowed.md", "sub/deep/b.md", "sub/deep/secret.md", "sub/run.log"}},
		{"an absolute path", []string{filepath.Join(dir, "sub", "deep")}, false, []string{filepath.ToSlash(filepath.Join(dir, "sub", "deep", "b.md"))}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := pathsOf(Sources(test.args, test.noIgnore)); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestSourcesNamedAndFound checks that a file that is named, too, counts as named, in either
// order.
func TestSourcesNamedAndFound(t *testing.T) {
	dir := disk.Folder(t, "a.md", "", "b.md", "")
	file := filepath.Join(dir, "a.md")
	for _, paths := range [][]string{{dir, file}, {file, dir}, {dir, file, dir}} {
		for _, s := range Sources(paths, false) {
			if s.Walked != (filepath.Base(s.Path) == "b.md") || !slices.Contains(s.In, dir) {
				t.Errorf("%q: %s is walked: %t, in %q", paths, s.Path, s.Walked, s.In)
			}
		}
	}
}

func TestSourcesMissingPath(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.WriteFile(t, "a.md", "")
	sources := Sources([]string{"missing.md", "a.md"}, false)
	if len(sources) != 2 || !errors.Is(sources[0].Err, fs.ErrNotExist) || sources[1].Err != nil {
		t.Errorf("got %v", sources)
	}
}

// TestIgnoredAsGit compares the rules with those of the installed git.
func TestIgnoredAsGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	patterns := []string{
		"foo", "/foo", "foo/", "foo/bar", "/foo/bar", "*.log", "foo/*", "foo/**", "**/foo", "**/foo/bar",
		"foo/**/bar", "/**", "**", "a?c", "a[bx]c", "a[!b]c", `\#x`, `\!x`, "#x", `x\ `, "x  ", "{foo,bar}",
		"*.log\n!keep.log", "*.log\n!foo", "foo/*\n!foo/bar", "foo/**\n!foo/bar", "/*\n!/foo", "foo\n!foo", "!foo",
		"foo/\n!foo/bar", "*\n!*/\n!*.md", "f*o", "f**o", "foo//bar", "/", "", "   ", "\\", "[", "foo\r", "**/bar/*",
	}
	files := []string{
		"foo", "bar/foo", "bar/baz/foo", "foo.log", "keep.log", "bar/keep.log", "abc", "axc", "#x", "!x", "x", "x ",
		"{foo,bar}", "bar/x.md", "d/foo/bar/x", "d/foo/baz", "e/foo/x/y/bar", "fxo", "f/o",
	}
	nested := []string{"foo/bar", "foo/baz", "foo/x.log", "foo/x/bar", "foo/x/y/bar", "foo/bar/x.md"}
	for _, names := range [][]string{files, nested} {
		dir := t.TempDir()
		t.Chdir(dir)
		if out, err := exec.Command(git, "init", "-q").CombinedOutput(); err != nil {
			t.Fatalf("git init: %v: %s", err, out)
		}
		for _, name := range names {
			if strings.HasPrefix(name, "foo/bar/") {
				continue // foo/bar is a file in the same list
			}
			disk.WriteFile(t, filepath.Join(dir, name), "")
		}
		for _, pattern := range patterns {
			disk.WriteFile(t, filepath.Join(dir, ".gitignore"), pattern+"\n")
			out, err := exec.Command(git, "-c", "core.quotePath=false", "ls-files", "-z", "--others", "--exclude-standard").Output()
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
			if len(out) == 0 {
				want = nil
			}
			slices.Sort(want)
			got := pathsOf(Sources([]string{"."}, false))
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("pattern %q: lists %q\ngit lists %q", pattern, got, want)
			}
		}
	}
}

// TestReadWhatIsNoText checks that files that are not text are skipped in a folder, and
// reported as not checked if they are named, or if they have a call.
func TestReadWhatIsNoText(t *testing.T) {
	t.Chdir(t.TempDir())
	late := strings.Repeat("x", binaryHead) + "\x00"
	const binary, utf16 = "is not checked: this is a binary file", "is not checked: this is UTF-16 text; save it as UTF-8"
	for _, test := range []struct {
		name, text   string
		named        string // the reason why it is not checked if named, "" if it is checked
		walkedIsText bool
	}{
		{"text", "<tool>", "", true},
		{"empty", "", "", true},
		{"late", late, "", true},
		{"nul", "<tool>\x00", binary, false},
		{"a reply with a NUL in it", strings.Repeat("x", 100) + "\x00" + strings.Repeat("é", 100), "", true},
		{"Latin 1 with a NUL in it", strings.Repeat("x", 100) + "\x00\xe9" + strings.Repeat("x", 100), binary, false},
		{"a program", "\x7fELF\x02\x01\x01\x00" + strings.Repeat("\xb8<tool>", 40), binary, false},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", binary, false},
		{"UTF-16 little", "\xff\xfe<\x00t\x00", utf16, false},
		{"UTF-16 big", "\xfe\xff\x00<\x00t", utf16, false},
		{"UTF-16 of two bytes", "\xff\xfe", utf16, false},
		{"UTF-16 without a mark", "<\x00t\x00o\x00", binary, false},
		{"UTF-8 with a mark", "\ufeff<tool>", "", true},
		{"Latin 1", "caf\xe9", "", true},
		{"a character cut by the head", strings.Repeat("x", binaryHead-1) + "é", "", true},
	} {
		disk.WriteFile(t, "a", test.text)
		text, err := (&Source{Path: "a", File: "a"}).Read(nil)
		if unchecked, _ := errors.AsType[*UncheckedError](err); test.named != "" && (unchecked == nil || err.Error() != "a "+test.named) ||
			test.named == "" && (err != nil || text != test.text) {
			t.Errorf("%s, named: %q, %v", test.name, text, err)
		}
		if text, err = (&Source{Path: "-", File: Stdin}).Read(strings.NewReader(test.text)); (err == nil) != (test.named == "") {
			t.Errorf("%s, on standard input: %q, %v", test.name, text, err)
		}
		text, err = (&Source{Path: "a", File: "a", Walked: true}).Read(nil)
		_, _, why, _ := Unread(err)
		if test.walkedIsText && (err != nil || text != test.text) || !test.walkedIsText && !errors.Is(err, ErrSkipped) && (test.name != "nul" || "is not checked: "+why != test.named) {
			t.Errorf("%s, in a folder: %q, %v", test.name, text, err)
		}
	}
}
