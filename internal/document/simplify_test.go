package document

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// TestSimplify checks that a simplified text has the same blocks as before, in fewer
// lines.
func TestSimplify(t *testing.T) {
	lines := []string{
		"plain text", "Text, more of it", "text with > in it", "a --> b", "code() {", "}", "\tindented := 1", "    four", "  two", "   return x;", "      six", "\t\ttabs", " \tboth", "    four more", "   - three",
		"", "", " ", "\t", "- item", "* item", "1. one", "10) ten", "  - nested", "> quote", "> > two", ">", "> - item in a quote", "- > quote in an item",
		"# Heading", "## Other", "===", "---", "- - -", "***", "_ _ _", "```", "```go", "````", "~~~", "> ```", "- ```", "  ```", "    ```", "\t```",
		"<div>", "</div>", "<!-- comment", "-->", "<!-- a -->", "<script>", "</script>", "<?php", "?>", "<![CDATA[", "]]>", "<!X", "<b>bold</b>", "> <div>", "- <div>",
		"  <p", "a <b> c", "text\\", "text  ", "[link]: /url", "| a | b |", "|---|---|", "+ plus", "+1", "-minus", "=", "2024 was", "2024. was",
		"\x0cfeed", "\x00nul", "\r", "text\r", "\xef\xbb\xbftext", "größer", "…", "\u00a0nbsp", "*emph* text", "`code` text", "`` ` `` text", "text `a", "b` text",
	}
	r := rand.New(rand.NewPCG(4, 4))
	before, after := 0, 0
	for range 100_000 {
		var b strings.Builder
		some := lines
		if r.IntN(2) == 0 { // of few kinds, so that several are adjacent
			some = []string{"plain text", "\tindented := 1", lines[r.IntN(len(lines))], lines[r.IntN(len(lines))], lines[r.IntN(len(lines))]}
		}
		for range 1 + r.IntN(12) {
			b.WriteString(some[r.IntN(len(some))] + "\n")
		}
		text := strings.TrimSuffix(b.String(), strings.Repeat("\n", r.IntN(2)))
		src := []byte(text)
		simplify(src)
		want, got := outlineOf([]byte(text), parseBlocks), outlineOf(src, parseBlocks)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q becomes %q: blocks\n%+v, not\n%+v", text, src, got, want)
		}
		before, after = before+strings.Count(text, "\n"), after+bytes.Count(src, []byte("\n"))
	}
	if after > before*9/10 {
		t.Errorf("of %d lines %d are left", before, after)
	}
}
