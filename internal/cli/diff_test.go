package cli

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/report/term"
)

func TestInkedDiff(t *testing.T) {
	got := inked("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", term.NewStyle(false))
	if want := "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n"; got != want {
		t.Errorf("without color: %q", got)
	}
	got = inked("-a\n+b\n", term.NewStyle(true))
	if want := "\x1b[31;1m-a\x1b[0;22m\n\x1b[32m+b\x1b[0m\n"; got != want {
		t.Errorf("with color: %q, want %q", got, want)
	}
	s := term.NewStyle(false)
	s.Terminal = true
	const raw = "--- a/x\ty\n-a\x1b[31m\tb\r\n+a\rb\u202e\xff\r"
	if got, want := inked(raw, s), "--- a/x\ty\n-a\\x1b[31m\tb\r\n+a\\x0db\\u202e\\xff\\x0d"; got != want {
		t.Errorf("on a terminal: %q, want %q", got, want)
	}
	if got := inked(raw, term.NewStyle(false)); got != raw {
		t.Errorf("in a pipe: %q, want %q", got, raw)
	}
}
