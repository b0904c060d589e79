package main

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestStart bounds the allocations of package initialization, in bytes: every command
// pays for them, needed or not.
func TestStart(t *testing.T) {
	// For the project's own packages, and for all. Nearly all of the second is the
	// package of the schema compiler, which compiles the meta-schemas of every draft in
	// advance.
	const ownBytes, allBytes = 96 << 10, 21 << 17
	cmd := exec.Command("forge-lsp", "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	// Not variables of the package: this binary is that of the tests.
	initLine := regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, \d+ allocs$`)
	testSupport := []string{"edits", "golden", "metamodel", "cases", "wire", "hostile", "disk", "shapes"}
	testModule := "github.com/google/go-cmp/"
	own, all := 0, 0
	for _, m := range initLine.FindAllStringSubmatch(trace.String(), -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(testSupport, path.Base(m[1])) || strings.HasPrefix(m[1], testModule) {
			continue
		}
		all += n
		if m[1] == "main" || strings.HasPrefix(m[1], "github.com/entrhq/forge-lsp/") {
			own += n
		}
	}
	if own == 0 || all == own {
		t.Fatalf("the trace names no package of the project, or no other:\n%s", &trace)
	}
	if own > ownBytes || all > allBytes {
		t.Errorf("initialization allocates %d bytes in the project's packages (at most %d) and %d in all (at most %d):\n%s",
			own, ownBytes, all, allBytes, &trace)
	}
}
