package workspace

import (
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestPurpose checks what files are for by their paths and the configuration.
func TestPurpose(t *testing.T) {
	root := filepath.Join(t.TempDir(), "fixtures", "repository")
	disk.Write(t, root, map[string]string{
		".git/HEAD":          "",
		"set/forge-lsp.toml": "[[files]]\nglob = '**'\nintended = false\n[[files]]\nglob = 'wrong/*'\nintended = true\n",
	})
	w := New(Flags{}, nil)
	for path, want := range map[string]document.Purpose{
		"README.md": document.AnyPurpose, "a.go": document.AnyPurpose, "docs/records/a.md": document.AnyPurpose,
		"docs/adr/0001.md": document.Example, "ADRs/a.md": document.Example, "decisions/a.md": document.Example,
		"rfcs/1/a.md": document.Example, "docs/Archive/a.md": document.Example, "archives/a.md": document.AnyPurpose,
		"a_test.go": document.Example, "a.test.ts": document.Example, "a.spec.tsx": document.Example, "test_a.py": document.Example,
		"a_test.py": document.Example, "pkg/testdata/a.md": document.Example, "fixtures/a.yaml": document.Example, "__tests__/a.js": document.Example,
		"test_a.go": document.AnyPurpose, "latest.ts": document.AnyPurpose, "testdata.go": document.AnyPurpose,
		"set/a_test.go": document.AnyPurpose, "set/adr/a.md": document.AnyPurpose, "set/wrong/a.md": document.Example,
		".forge/prompts/a.md": document.Prompt,
	} {
		if got := w.Options(filepath.Join(root, filepath.FromSlash(path))).Purpose; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if got := w.Options("").Purpose; got != document.AnyPurpose {
		t.Errorf("a text without a name: %d", got)
	}
}
