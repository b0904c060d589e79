package workspace

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestPatterns checks that a path is a pattern if it may be one and no such file
// exists, and a path otherwise.
func TestPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := map[string]string{}
	for _, name := range []string{"a.md", "b.md", "logs/x.jsonl", "logs/monday/y.jsonl", "logs/monday/z.txt", "logs/.git/c.jsonl", "[a].md", "node/a.md"} {
		texts[name] = ""
	}
	disk.Write(t, ".", texts)
	for pattern, want := range map[string]string{
		"*.md":              "[a].md a.md b.md",
		"./*.md":            "[a].md a.md b.md",
		"[a].md":            "[a].md", // there is such a file
		"[ab].md":           "a.md b.md",
		"{a,b}.md":          "a.md b.md",
		"logs/*.jsonl":      "logs/x.jsonl",
		"logs/**/*.jsonl":   "logs/monday/y.jsonl logs/x.jsonl",
		"lo?s/mon*":         "logs/monday/y.jsonl logs/monday/z.txt",
		"**/monday/*.jsonl": "logs/monday/y.jsonl",
		"none/*.md":         "none/*.md: no file matches it",
		"*.go":              "*.go: no file matches it",
		"{a":                "{a: a bracket, a brace or a backslash is not closed",
		"none.md":           "none.md: stat none.md: no such file or directory",
	} {
		var got []string
		for _, src := range Sources([]string{pattern}, false) {
			text := src.Path
			if src.Err != nil {
				text += ": " + src.Err.Error()
			}
			got = append(got, text)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	if list := Sources([]string{"a.md", "a*.md"}, false); len(list) != 1 || list[0].Err != nil {
		t.Errorf("a file and a pattern for it: %v", list)
	}
}

// TestFixedFolder checks where the search for a pattern begins.
func TestFixedFolder(t *testing.T) {
	for pattern, want := range map[string]string{
		"*.md": ".", "a*/b": ".", "a/*": "a", "a/b/*.md": "a/b", "a/b*/c": "a", "/*": "/", "/a/*": "/a", `a/b\*c`: "a", "a/{b,c}/d": "a", "a/[b]": "a", "a/b?": "a",
	} {
		if got := fixedFolder(pattern); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}
