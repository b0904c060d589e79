package cli

import (
	"fmt"
	"math"
	"testing"

	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestBaselineRows checks that each accepted finding is used once: for its own file, and for any other one if that file
// is gone.
func TestBaselineRows(t *testing.T) {
	t.Chdir(disk.Folder(t, "here.md", "", "b.json", `{"version": 1, "findings": [
{"rule": "r", "tool": "t", "argument": "a", "path": "here.md", "count": 2},
{"rule": "r", "tool": "t", "argument": "a", "path": "here.md", "count": 1},
{"rule": "r", "tool": "t", "argument": "a", "path": "here.md", "count": -7},
{"rule": "r", "tool": "t", "argument": "b", "path": "gone.md", "count": 2},
{"rule": "r", "tool": "t", "path": "gone.md", "count": `+fmt.Sprint(math.MaxInt)+`},
{"rule": "r", "tool": "t", "path": "gone.md", "count": `+fmt.Sprint(math.MaxInt)+`}
]}`))
	b, err := openBaseline("b.json", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, argument string
		n, left        int
	}{
		{"other.md", "a", 1, 1},
		{"here.md", "a", 2, 0},
		{"here.md", "a", 2, 1},
		{"here.md", "x", 1, 1},
		{"other.md", "b", 1, 0},
		{"here.md", "b", 2, 1},
		{"other.md", "", 1000, 0},
	} {
		file := report.File{Path: test.path}
		for range test.n {
			file.Findings = append(file.Findings, report.Finding{Code: "r", Tool: "t", Argument: test.argument})
		}
		if b.take(&file); len(file.Findings) != test.left || file.Known != test.n-test.left {
			t.Errorf("%+v: %d are left, and %d known", test, len(file.Findings), file.Known)
		}
	}
}
