package toolspec

import (
	"os"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// TestLimitsDocumented checks that docs/design.md has each limit.
func TestLimitsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{MaxFile, MaxSource, maxValues, maxNodeDepth, maxGoDepth, maxAliased, maxErrors, maxSchemaNodes, maxPattern, maxPatterns, maxSteps, baseVisits, visitsPerValue, maxChain, maxValueDepth} {
		if number := thousands.Separate(limit); !strings.Contains(string(page), " "+number+" ") {
			t.Errorf("docs/design.md has no limit of %s", number)
		}
	}
}

// TestGoDepth checks that the nesting of Go source is counted, not its brackets.
func TestGoDepth(t *testing.T) {
	for source, tooDeep := range map[string]bool{
		"package p\n" + strings.Repeat("func _() {}\n", maxGoDepth):                                                false,
		"package p\nvar _ = " + strings.Repeat("(", maxGoDepth-1) + "1" + strings.Repeat(")", maxGoDepth-1) + "\n": false,
		"package p\nvar _ = " + strings.Repeat("(", maxGoDepth+1) + "1" + strings.Repeat(")", maxGoDepth+1) + "\n": true,
		"package p\n" + strings.Repeat(")", 10) + "\nvar _ = " + strings.Repeat("(", maxGoDepth+1) + "1\n":         true,
	} {
		if at := goTooDeep([]byte(source)); at >= 0 != tooDeep {
			t.Errorf("%.40q: too deep at %d", source, at)
		}
	}
}
