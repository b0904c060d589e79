package main

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/hostile"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestServeHostile makes the program, as built for users, serve malicious workspaces.
func TestServeHostile(t *testing.T) {
	binary := build(t)
	hostile.Sessions(t, func(t *testing.T, folders []string) hostile.Session {
		t.Helper()
		e := startCommand(t, binary, "serve", "--stdio")
		e.Initialize(`"processId":null,"rootUri":null,"capabilities":{},"workspaceFolders":` + wire.FoldersJSON(folders...))
		return hostile.Session{
			Open:     e.OpenFile,
			Rules:    e.RulesIn,
			Shutdown: func() { e.Call("shutdown", `null`) },
			Exit:     func() int { e.Notify("exit", `null`); return e.exit() },
		}
	})
}

// build compiles the command, with linker flags, and returns the binary's path.
func build(t *testing.T, ldflags ...string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "forge-lsp")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	args := []string{"build", "-o", binary}
	for _, flags := range ldflags {
		args = append(args, "-ldflags", flags)
	}
	if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}
