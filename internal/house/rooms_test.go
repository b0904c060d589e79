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

// rooms are the folders of the house, with those below them. A room imports only rooms of lower
// floors. The ceiling is in lines of Go without tests; it is lowered when a room gets smaller,
// and not raised without the reason in the message of the commit.
var rooms = map[string]struct{ floor, ceiling int }{
	"internal/cores":      {1, 100},
	"internal/forge":      {1, 100},
	"internal/foreign":    {1, 200},
	"internal/lex":        {1, 1300},
	"internal/literal":    {1, 1250},
	"internal/plural":     {1, 200},
	"internal/thousands":  {1, 100},
	"internal/yamlfile":   {1, 100},
	"examples/evaluate":   {1, 200},
	"internal/files":      {2, 400},
	"internal/glob":       {2, 300},
	"internal/linediff":   {2, 200},
	"internal/markdown":   {2, 200},
	"text":                {2, 500},
	"xmlcall":             {2, 5600},
	"internal/transcript": {2, 4800},
	"internal/replace":    {3, 300},
	"internal/notes":      {3, 400},
	"internal/syntax":     {3, 100},
	"internal/filetools":  {3, 1300},
	"internal/document":   {4, 7000},
	"toolspec":            {4, 5900},
	"internal/call":       {5, 5800},
	"internal/test":       {5, 5000},
	"internal/rules":      {7, 4650},
	"internal/prompt":     {8, 750},
	"diagnostics":         {9, 6300},
	"internal/config":     {10, 1350},
	"feedback":            {10, 900},
	"internal/workspace":  {11, 3000},
	"internal/stats":      {12, 550},
	"internal/corpus":     {11, 2500},
	"corpus":              {12, 100},
	"internal/ls":         {12, 5000},
	"lsp":                 {13, 6100},
	"internal/report":     {12, 2350},
	"internal/cli":        {13, 7150},
	"beam":                {13, 750},
	"cmd/forge-lsp":       {14, 300},
	"web":                 {14, 300},
}

// standardOnly are the rooms that import nothing from outside: xmlcall, which others embed, and
// what it stands on.
var standardOnly = []string{"internal/forge", "internal/lex", "internal/plural", "text", "xmlcall"}

// roomOf returns the room of a package.
func roomOf(folder string) string {
	for ; folder != "."; folder = path.Dir(folder) {
		if _, ok := rooms[folder]; ok {
			return folder
		}
	}
	return ""
}

func TestRooms(t *testing.T) {
	lines := map[string]int{}
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
		case room == "":
			t.Errorf("%s is in no room: give its folder a floor", name)
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
	for room, has := range rooms {
		if n := lines[room]; n == 0 || n > has.ceiling {
			t.Errorf("%s has %d lines; its ceiling is %d", room, n, has.ceiling)
		}
	}
}

// breach returns why a room may not import a package, or "".
func breach(room, imported string) string {
	ours, ok := strings.CutPrefix(imported, module)
	first, _, _ := strings.Cut(imported, "/")
	target := roomOf(ours)
	switch {
	case !ok && strings.Contains(first, ".") && slices.Contains(standardOnly, room):
		return room + " imports only the standard library"
	case !ok || target == room:
		return ""
	case target == support:
		return "only tests do"
	case rooms[target].floor >= rooms[room].floor:
		return target + " is not on a lower floor"
	}
	return ""
}
