package workspace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestDefinitions checks that a tool is defined where the definition applies to the
// file.
func TestDefinitions(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{
		".git/HEAD": "", "a.md": "", "other/.git/HEAD": "", "other/b.md": "",
		"tools/.forge/tools/x/tool.yaml": "name: x\n", "tools/sub/c.md": "", "yaml/.forge/tools.yaml": "tools: []\n", "yaml/d.md": "",
		"configured/forge-lsp.toml": "tools = [\"t.yaml\"]\n", "configured/e.md": "", "folder/.forge/tools.yaml/x": "", "folder/f.md": "",
	})
	if err := os.MkdirAll(filepath.Join(dir, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "out", ".forge")); err != nil {
		t.Fatal(err)
	}
	w := New(Flags{}, nil)
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if _, _, ok := w.Definitions(at("a.md")); ok {
		t.Error("no folder is open")
	}
	w.Update(Change{Client: &Client{Folders: []string{dir, at("out")}}})
	for file, want := range map[string]string{
		"a.md": ".forge/tools.yaml", "tools/sub/c.md": "tools/.forge/tools.yaml",
		"yaml/d.md": "yaml/.forge/tools.yaml", "configured/e.md": "", "folder/f.md": "", "out/g.md": "", "../h.md": "",
	} {
		name, data, ok := w.Definitions(at(file))
		if want == "" && ok || want != "" && name != at(want) {
			t.Errorf("%s: %q", file, name)
		}
		if (data != nil) != (file == "yaml/d.md") {
			t.Errorf("%s: data %q", file, data)
		}
	}
	if _, _, ok := w.Definitions(""); ok {
		t.Error("a text that is no file")
	}
}
