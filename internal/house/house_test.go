package house

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"
)

// module is the path that the imports of our own packages start with.
const module = "github.com/entrhq/forge-lsp"

// A check reads a tree and returns one sentence for each breach.
type check func(t *testing.T, tree fs.FS) []string

// tree is the project.
func tree() fs.FS { return os.DirFS("../..") }

// TestTree runs every check over the real tree.
func TestTree(t *testing.T) {
	tree := tree()
	if mod := read(t, tree, "go.mod"); !strings.HasPrefix(mod, "module "+module+"\n") {
		t.Fatalf("go.mod does not start with %q: the tests do not run in the tree they were written for", "module "+module)
	}
	for name, check := range map[string]check{
		"imports":  checkImports,
		"format":   checkFormat,
		"length":   checkLength,
		"docs":     checkDocs,
		"text":     checkText,
		"commands": checkCommands,
		"opening":  checkOpening,
		"words":    checkWords,
		"links":    checkLinks,
		"spelling": checkSpelling,
		"snippets": checkSnippets,
	} {
		t.Run(name, func(t *testing.T) {
			for _, breach := range check(t, tree) {
				t.Error(breach)
			}
		})
	}
}

// A breachTest is a made-up tree with what a check must say of it: want is part
// of the only sentence, or empty if there must be none.
type breachTest struct {
	name  string
	files map[string]string
	want  string
}

// runBreaches proves that a check fails where it should, and nowhere else.
func runBreaches(t *testing.T, check check, tests []breachTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := fstest.MapFS{}
			for name, text := range test.files {
				tree[name] = &fstest.MapFile{Data: []byte(text)}
			}
			got := check(t, tree)
			switch {
			case test.want == "" && len(got) > 0:
				t.Errorf("got %q, want no breach", got)
			case test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)):
				t.Errorf("got %q, want one sentence with %q", got, test.want)
			}
		})
	}
}

// files returns the files of the tree that belong to the project, by name:
// neither git's own nor what .gitignore names.
func files(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var ignored []string
	if text, err := fs.ReadFile(tree, ".gitignore"); err == nil {
		ignored = strings.Fields(string(text))
	}
	var list []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" || isIgnored(ignored, name, d.IsDir()):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			list = append(list, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// isIgnored reports whether one of the patterns of .gitignore names the file or
// folder. It knows what ours uses: a slash in front ties a pattern to the root,
// one after to folders.
func isIgnored(patterns []string, name string, folder bool) bool {
	for _, p := range patterns {
		rest, foldersOnly := strings.CutSuffix(p, "/")
		if foldersOnly && !folder {
			continue
		}
		subject := path.Base(name)
		if rooted, ok := strings.CutPrefix(rest, "/"); ok {
			rest, subject = rooted, name
		}
		if ok, _ := path.Match(rest, subject); ok {
			return true
		}
	}
	return false
}

// goFiles returns the Go files of the project, test data left out.
func goFiles(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var list []string
	for _, name := range files(t, tree) {
		if strings.HasSuffix(name, ".go") && !inTestdata(name) {
			list = append(list, name)
		}
	}
	return list
}

func inTestdata(name string) bool {
	return strings.Contains("/"+name, "/testdata/")
}

func isTest(name string) bool {
	return strings.HasSuffix(name, "_test.go")
}

// read returns a file as text. A file that is not there ends the test.
func read(t *testing.T, tree fs.FS, name string) string {
	t.Helper()
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
}

func TestFiles(t *testing.T) {
	tree := fstest.MapFS{}
	for _, name := range []string{
		".git/config", "a.go", "bin/a.go", "cmd/bin/b.go", "x/node_modules/c.go", "testdata/d.go", "tool", "cmd/tool/e.go", "a.prof",
	} {
		tree[name] = &fstest.MapFile{}
	}
	tree[".gitignore"] = &fstest.MapFile{Data: []byte("/bin/\nnode_modules/\n/tool\n*.prof\n")}
	const want = ".gitignore a.go cmd/bin/b.go cmd/tool/e.go testdata/d.go"
	if got := strings.Join(files(t, tree), " "); got != want {
		t.Errorf("files: got %s, want %s", got, want)
	}
	const wantGo = "a.go cmd/bin/b.go cmd/tool/e.go"
	if got := strings.Join(goFiles(t, tree), " "); got != wantGo {
		t.Errorf("goFiles: got %s, want %s", got, wantGo)
	}
}
