// Package house has only a test of the tree: which way imports run, and how large each room is.
package house

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path that the imports of our own packages start with.
const module = "github.com/entrhq/forge-lsp/"

// support is for tests: only _test.go files import it, and itself.
const support = "internal/test"

// A room is some folders, with those below them. It imports only rooms of lower floors. The ceiling is in lines of
// Go without tests; it is lowered when a room gets smaller, and not raised without the reason in the message of the
// commit.
type room struct {
	name           string
	floor, ceiling int
	folders        []string
}

var rooms = []room{
	{"small things", 2, 1050, []string{"internal/cores", "internal/files", "internal/foreign", "internal/linediff", "internal/markdown", "internal/replace"}},
	{"text", 1, 500, []string{"text"}},
	{"examples", 1, 150, []string{"examples/evaluate"}},
	{"tree", 2, 700, []string{"internal/tree"}},
	{"xmlcall", 1, 6500, []string{"xmlcall", "internal/lex", "internal/forge", "internal/plural", "internal/syntax", "internal/thousands"}},
	{"transcript", 2, 5100, []string{"internal/transcript", "internal/literal"}},
	{"document", 3, 5970, []string{"internal/document"}},
	{"filetools", 3, 1000, []string{"internal/filetools"}},
	{"toolspec", 3, 4650, []string{"toolspec"}},
	{"call", 4, 6150, []string{"internal/call", "internal/notes"}},
	{"helpers of tests", 5, 4500, []string{"internal/test"}},
	{"rules", 5, 4950, []string{"internal/rules", "internal/prompt"}},
	{"diagnostics", 6, 5450, []string{"diagnostics"}},
	{"feedback", 7, 500, []string{"feedback"}},
	{"stats", 7, 2550, []string{"internal/stats"}},
	{"workspace", 7, 3850, []string{"internal/workspace", "internal/config", "internal/glob"}},
	{"ls", 8, 4465, []string{"internal/ls"}},
	{"report", 8, 1900, []string{"internal/report"}},
	{"cli", 9, 5600, []string{"internal/cli"}},
	{"lsp", 9, 4700, []string{"lsp"}},
	{"beam", 9, 750, []string{"beam"}},
	{"cmd", 10, 250, []string{"cmd/forge-lsp"}},
	{"web", 10, 300, []string{"web"}},
}

// standardOnly are the rooms that import nothing from outside: xmlcall, which others embed, is one.
var standardOnly = []string{"text", "xmlcall"}

// roomOf returns the room of a package; nil for none.
func roomOf(folder string) *room {
	for ; folder != "."; folder = path.Dir(folder) {
		for i := range rooms {
			if slices.Contains(rooms[i].folders, folder) {
				return &rooms[i]
			}
		}
	}
	return nil
}

func TestRooms(t *testing.T) {
	lines := map[*room]int{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		room := roomOf(path.Dir(name))
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "bin", "dist", "out", "testdata"}, base):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		case room == nil:
			t.Errorf("%s is in no room: give its folder a floor", name)
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		lines[room] += bytes.Count(text, []byte("\n"))
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			if why := breach(room, imported); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rooms {
		if n := lines[&rooms[i]]; n == 0 || n > rooms[i].ceiling {
			t.Errorf("%s has %d lines; its ceiling is %d", rooms[i].name, n, rooms[i].ceiling)
		}
	}
}

// breach returns why a room may not import a package, or "".
func breach(from *room, imported string) string {
	ours, ok := strings.CutPrefix(imported, module)
	first, _, _ := strings.Cut(imported, "/")
	if !ok {
		if strings.Contains(first, ".") && slices.Contains(standardOnly, from.name) {
			return from.name + " imports only the standard library"
		}
		return ""
	}
	switch target := roomOf(ours); {
	case target == nil || target == from:
		return ""
	case target == roomOf(support):
		return "only tests do"
	case target.floor >= from.floor:
		return target.name + " is not on a lower floor"
	}
	return ""
}
