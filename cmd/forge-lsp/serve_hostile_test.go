//go:build slow

package main

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/hostile"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestServeHostile makes the program, in a process of its own, serve malicious workspaces. Kinds
// of files that differ only by their path are left to TestHostileWorkspaces of lsp.
func TestServeHostile(t *testing.T) {
	served := map[hostile.Format]bool{}
	kinds := slices.DeleteFunc(slices.Clone(hostile.Kinds), func(k hostile.Kind) bool {
		again := served[k.Format]
		served[k.Format] = true
		return again
	})
	hostile.Sessions(t, kinds, func(t *testing.T, folders []string) (*wire.Client, func() int) {
		t.Helper()
		e := startCommand(t, "forge-lsp", "serve", "--stdio")
		e.Initialize(`"processId":null,"rootUri":null,"capabilities":{},"workspaceFolders":` + wire.FoldersJSON(folders...))
		return e.Client, e.exit
	})
}
