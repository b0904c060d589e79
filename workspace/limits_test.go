package workspace

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/glob"
)

// TestLimitsDocumented checks that docs/limits.md has each limit.
func TestLimitsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{MaxText, MaxDefinitionFiles, MaxDefinitions, maxToolProblems, MaxIgnoreSize, MaxIgnorePatterns, glob.MaxLength, maxDirectory, maxEntries, maxEntry, maxRatio, freeEntry} {
		if number := strconv.Itoa(limit); !strings.Contains(string(page), " "+number+" ") {
			t.Errorf("docs/limits.md has no limit of %s", number)
		}
	}
}
