package lsp

import (
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// TestHostileWorkspaces opens documents in malicious workspaces.
func TestHostileWorkspaces(t *testing.T) {
	hostile.Sessions(t, hostile.Kinds, func(t *testing.T, folders []string) hostile.Session {
		t.Helper()
		c := startIn(t, onDisk(time.Second), "", folders...)
		return hostile.Session{
			Open:     c.OpenFile,
			Rules:    c.RulesIn,
			Shutdown: func() { c.Call("shutdown", `null`) },
			Exit:     func() int { c.Notify("exit", `null`); return c.exit() },
		}
	})
}
