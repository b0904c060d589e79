package replace

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// TestCleanGivesBack checks that text that another program wrote right before an
// exchange, after which the run was killed, is restored to its name.
func TestCleanGivesBack(t *testing.T) {
	dir := t.TempDir()
	name := exchange{digestOfText("a"), digestOfText("old"), digestOfText("new")}.name() + swap
	disk.Write(t, dir, map[string]string{name: "theirs", "a": "new"})
	if err := Clean(dir); err != nil {
		t.Error(err)
	}
	wantFiles(t, dir, map[string]string{"a": "theirs"})
}
