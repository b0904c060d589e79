package workspace

import (
	"os"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// TestLimitsDocumented checks that docs/design.md has each limit.
func TestLimitsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{MaxText, MaxLine, MaxDefinitionFiles, MaxDefinitions, maxToolProblems, MaxIgnoreSize, MaxIgnorePatterns, glob.MaxLength, maxRatio, freeText} {
		if number := thousands.Separate(limit); !strings.Contains(string(page), " "+number+" ") {
			t.Errorf("docs/design.md has no limit of %s", number)
		}
	}
}
