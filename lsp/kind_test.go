package lsp

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestKindOfLanguage checks that the language decides only if the name does not.
func TestKindOfLanguage(t *testing.T) {
	for _, test := range []struct {
		name, language string
		want           document.Kind
	}{
		{"Untitled-1", "xml", document.KindOf("a.xml")},
		{"Untitled-1", "markdown", document.KindOf("a.md")},
		{"Untitled-1", "plaintext", document.KindOf("a.txt")},
		{"Untitled-1", "go", document.Go},
		{"Untitled-1", "python", document.Python},
		{"Untitled-1", "typescriptreact", document.JavaScript},
		{"Untitled-1", "jsonl", document.JSON},
		{"Untitled-1", "yaml", document.YAML},
		{"Untitled-1", "log", document.Auto},
		{"Untitled-1", "prompt", document.KindOf("a.prompt.md")},
		{"Untitled-1", "chatagent", document.KindOf("a.agent.md")},
		{"Untitled-1", "rust", document.KindOf("Untitled-1")},
		{"", "python", document.Python},
		{".cursorrules", "plaintext", document.Document},
		{"a.mdc", "plaintext", document.Document},
		{"a.instructions.md", "instructions", document.KindOf("a.md")},
		{"a.html", "html", document.Document},
		{"-", "rust", document.KindOf("-")},
		{"-", "go", document.KindOf("-")},
		{"a.reply", "markdown", document.Reply},
		{"a.md", "xml", document.KindOf("a.md")},
	} {
		if got := kindOf(test.name, test.language); got != test.want {
			t.Errorf("%s in %s: %v, want %v", test.name, test.language, got, test.want)
		}
	}
}
