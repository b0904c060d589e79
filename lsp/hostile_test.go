//go:build slow

package lsp

import (
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/hostile"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestHostileWorkspaces opens documents in malicious workspaces.
func TestHostileWorkspaces(t *testing.T) {
	hostile.Sessions(t, hostile.Kinds, func(t *testing.T, folders []string) (*wire.Client, func() int) {
		t.Helper()
		c := startIn(t, onDisk(time.Second), "", folders...)
		return c.Client, c.exit
	})
}
