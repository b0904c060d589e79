package config

import (
	"testing"
	"testing/fstest"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/odd"
)

// TestOdd calls everything with zero values and unusual arguments.
func TestOdd(t *testing.T) {
	const text = "max-size = 1\n[rules]\nraw-less-than = \"off\"\n[[files]]\nglob = \"*\"\nkind = \"reply\"\ntools = [\"a\"]\n"
	fsys := fstest.MapFS{"forge-lsp.toml": {Data: []byte(text)}, "a": {Mode: 0o755 | 1<<31}, ".git": {}}
	config, problems := Load(fsys, "forge-lsp.toml", nil)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	odd.Calls(t, []any{Defaults, Describe, Find, Keys, Kinds, Load, Parse, ParseLevel, ReadSettings, Root}, []any{
		&Config{}, config, Defaults(), &Resolved{}, Place{}, &Problem{},
	},
		fsys, fstest.MapFS(nil), "forge-lsp.toml", "..", "/", []byte(text), []byte("[[["), []byte(`{"rules":5}`),
		func(name string) string { return name }, diagnostics.Options{}, config, Defaults(), (*Resolved)(nil),
	)
}
