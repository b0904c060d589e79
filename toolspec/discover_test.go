package toolspec

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestDiscover(t *testing.T) {
	tests := []struct {
		name  string
		files string
		dir   string
		want  string
	}{
		{"nothing", "a.md", ".", ""},
		{"in the folder", "w/.forge/tools.json w/.forge/tools.yaml", "w", "w/.forge/tools.json w/.forge/tools.yaml"},
		{"in the root", ".forge/tools.yml", ".", ".forge/tools.yml"},
		{"above", ".forge/tools.json w/a/b/c.md", "w/a/b", ".forge/tools.json"},
		{"the nearest", ".forge/tools.json w/.forge/tools.json w/a/c.md", "w/a", "w/.forge/tools.json"},
		{"not past .git", ".forge/tools.json w/.git/HEAD w/a/c.md", "w/a", ""},
		{"not past a worktree's .git", ".forge/tools.json w/.git w/a/c.md", "w/a", ""},
		{"beside .git", ".forge/tools.json .git/HEAD a/c.md", "a", ".forge/tools.json"},
		{"another .forge", ".forge/tools.json a/.forge/context/x.json", "a", ".forge/tools.json"},
		{
			"a folder of them", ".forge/tools/b.yaml .forge/tools/a.json .forge/tools/c.yml .forge/tools/d.go .forge/tools/d_test.go .forge/tools/README.md", ".",
			".forge/tools/a.json .forge/tools/b.yaml .forge/tools/c.yml .forge/tools/d.go",
		},
		{"custom tools", ".forge/tools/count/tool.yaml .forge/tools/count/count.go .forge/tools/x/y/tool.yaml", ".", ".forge/tools/count/tool.yaml"},
		{"a folder with the name of a file", ".forge/tools.json/x .forge/tools/a.yaml/x", ".", ".forge/tools.json .forge/tools/a.yaml"},
		{"no such folder", ".forge/tools.json", "gone/below", ".forge/tools.json"},
	}
	for _, test := range tests {
		tree := fstest.MapFS{}
		for name := range strings.FieldsSeq(test.files) {
			tree[name] = &fstest.MapFile{}
		}
		if got := Discover(tree, test.dir); !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s: %v, want %q", test.name, got, test.want)
		}
	}
}
