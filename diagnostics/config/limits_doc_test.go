package config

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestLimitsDocumented checks that docs/limits.md has each limit.
func TestLimitsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{MaxFile, maxExtends, maxKeys, maxDepth, maxFiles, maxGlobs, maxPaths, maxFormats, maxFormatPaths, maxProblems} {
		if number := strconv.Itoa(limit); !strings.Contains(string(page), " "+number+" ") {
			t.Errorf("docs/limits.md has no limit of %s", number)
		}
	}
}
