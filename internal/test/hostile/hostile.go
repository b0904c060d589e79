// Package hostile writes malicious workspaces: each kind of file that a workspace
// supplies, with each applicable trick. Only tests use it.
//
// A test takes each of the [Attacks], has [Write] make a workspace, and checks how the
// program handles it: it ends, reports about the workspace name the file if
// [Trick.Named] reports true, nothing outside the workspace is disclosed, and documents
// elsewhere are analyzed.
package hostile

import (
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A Format is the format of a file's content.
type Format uint8

// The formats.
const (
	Ignore Format = iota // patterns of files, as in a .gitignore
	TOML                 // a configuration
	JSON                 // definitions of tools
	YAML                 // definitions of tools
	Text                 // a document that is checked
	Folder               // a folder that is searched
)

// A Kind is a kind of file that is read because of where it is, or because another
// file of the workspace names it.
type Kind struct {
	Name string
	// File is the path of the file in the workspace, slash-separated.
	File   string
	Format Format
	// Around are further files that lead to it.
	Around map[string]string
}

// Kinds are all kinds.
var Kinds = []Kind{
	{Name: "ignore", File: ".gitignore", Format: Ignore},
	{Name: "ignore below", File: "a/.gitignore", Format: Ignore},
	{Name: "exclude", File: ".git/info/exclude", Format: Ignore},
	{Name: "configuration", File: "forge-lsp.toml", Format: TOML},
	{Name: "JSON tools", File: ".forge/tools.json", Format: JSON},
	{Name: "YAML tools", File: ".forge/tools.yaml", Format: YAML},
	{Name: "JSON tools in a folder", File: ".forge/tools/bad.json", Format: JSON},
	{Name: "custom tool", File: ".forge/tools/bad/tool.yaml", Format: YAML},
	{Name: "configured JSON tools", File: "defs/bad.json", Format: JSON, Around: map[string]string{"forge-lsp.toml": "tools = ['defs/bad.json']\n"}},
	{Name: "configured YAML tools", File: "defs/bad.yaml", Format: YAML, Around: map[string]string{"forge-lsp.toml": "tools = ['defs/bad.yaml']\n"}},
	{Name: "definitions folder", File: ".forge", Format: Folder},
	{Name: "tools folder", File: ".forge/tools", Format: Folder},
	{Name: "configured tools folder", File: "defs", Format: Folder, Around: map[string]string{"forge-lsp.toml": "tools = ['defs']\n"}},
	{Name: "document", File: "bad.md", Format: Text},
}

// Document is the path of a valid file in each workspace, with [DocumentText]. Its name
// is one that is expensive for some globs to match.
const Document = "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.md"

// DocumentText contains one call, with one diagnostic of the rule [DocumentRule].
const (
	DocumentText = "<tool>\n<tool_name>task_completion</tool_name>\n<arguments>\n<result>this & that</result>\n</arguments>\n</tool>\n"
	DocumentRule = "unescaped-ampersand"
)

// Outside is the name of a tool defined in files outside the workspace that links lead
// to. It must not become known.
const Outside = "outside_tool"

// An Attack is a trick with a kind of file.
type Attack struct {
	Kind  Kind
	Trick Trick
}

func (a Attack) String() string { return a.Trick.Name + "/" + a.Kind.Name }

// Attacks returns each trick with each kind of file that it fits. A content is read by one
// parser, whatever the name of the file: it is played with the first kind of each format.
func Attacks() (list []Attack) {
	for _, trick := range Tricks() {
		played := map[Format]bool{}
		for _, k := range Kinds {
			if trick.fits(k) && !(trick.content && played[k.Format]) {
				played[k.Format] = true
				list = append(list, Attack{k, trick})
			}
		}
	}
	return list
}

// Write writes a workspace into an existing folder, with the trick in the file of the
// kind. Files outside the workspace are in folders that are removed when the test ends.
func Write(t testing.TB, folder string, a Attack) {
	t.Helper()
	k := a.Kind
	disk.Write(t, folder, map[string]string{".git/HEAD": "", Document: DocumentText})
	disk.Write(t, folder, k.Around)
	path := filepath.Join(folder, filepath.FromSlash(k.File))
	disk.WriteFile(t, filepath.Dir(path)+"/", "")
	a.Trick.write(t, path, k.Format)
}
