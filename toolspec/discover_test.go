package toolspec

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestDiscoverIn(t *testing.T) {
	tests := []struct {
		name  string
		files string
		dir   string
		want  string
	}{
		{"nothing", "a.md", ".", ""},
		{"in the folder", "w/.forge/tools.json w/.forge/tools.yaml", "w", "w/.forge/tools.json w/.forge/tools.yaml"},
		{"in the root", ".forge/tools.yml", ".", ".forge/tools.yml"},
		{"another .forge", ".forge/tools.json a/.forge/context/x.json", "a", ""},
		{"no such folder", ".forge/tools.json", "gone/below", ""},
		{
			"a folder of them", ".forge/tools/b.yaml .forge/tools/a.json .forge/tools/c.yml .forge/tools/d.go .forge/tools/README.md", ".",
			".forge/tools/a.json .forge/tools/b.yaml .forge/tools/c.yml",
		},
		{"custom tools", ".forge/tools/count/tool.yaml .forge/tools/count/count.go .forge/tools/x/y/tool.yaml", ".", ".forge/tools/count/tool.yaml"},
		{"a folder with the name of a file", ".forge/tools.json/x .forge/tools/a.yaml/x", ".", ".forge/tools.json .forge/tools/a.yaml"},
	}
	for _, test := range tests {
		tree := fstest.MapFS{}
		for name := range strings.FieldsSeq(test.files) {
			tree[name] = &fstest.MapFile{}
		}
		if got := DiscoverIn(tree, test.dir); !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s: %v, want %q", test.name, got, test.want)
		}
	}
}
