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
		".git/HEAD":              "",
		"forge-lsp.toml":         "[[files]]\nglob = 'agents/*.md'\nkind = 'document'\n",
		"checked/forge-lsp.toml": "tests = 'check'\n",
	})
	w := New(Flags{}, nil)
	for path, want := range map[string]document.Purpose{
		"README.md": document.Page, "docs/a.markdown": document.Page, "docs/a.MDX": document.Page,
		"docs/adr/0001.md": document.Archived, "docs/Archive/a.md": document.Archived, "decisions/a.md": document.Archived,
		"a.txt": document.Page, "a.tmpl": document.AnyPurpose, "a.go": document.AnyPurpose, "a.jsonl": document.AnyPurpose,
		"agents/a.md": document.AnyPurpose, "prompts/a.md": document.AnyPurpose, "docs/system-prompt.md": document.AnyPurpose,
		"AGENTS.md": document.AnyPurpose, "CLAUDE.md": document.AnyPurpose, ".github/copilot-instructions.md": document.AnyPurpose,
		"prompter/a.md": document.Page,
		"a_test.go":     document.Test, "a.test.ts": document.Test, "a.spec.tsx": document.Test, "test_a.py": document.Test, "a_test.py": document.Test,
		"pkg/testdata/a.md": document.Test, "fixtures/a.yaml": document.Test, "__tests__/a.js": document.Test,
		"test_a.go": document.AnyPurpose, "latest.ts": document.AnyPurpose, "testdata.go": document.AnyPurpose,
		"checked/a_test.go": document.AnyPurpose, "checked/testdata/a.md": document.Page,
	} {
		if got := w.Options(filepath.Join(root, filepath.FromSlash(path))).Purpose; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if got := w.Options("").Purpose; got != document.AnyPurpose {
		t.Errorf("a text without a name: %d", got)
	}
}
