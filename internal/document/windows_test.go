package document

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestWindows checks that a document is read the same, with the same seams, however much of it is
// parsed at a time.
func TestWindows(t *testing.T) {
	defer func(old int) { window = old }(window)
	groups := []string{
		"Plain text.\nMore of it.", "One line", "Größer", "über alles", "Text:\n- item\n- other", "Say `<tool>` here", "a < b and `c`", "Text ``` more",
		"# Heading", "Title\n=====", "Under\n---", "## Other\nText below", "---", "===", "- item", "- item\n\n  inside", "1. one\n2. two", "> quote\nlazy", "> ```\n> code",
		"```\ncode\n```", "```go\nx := 1\n\ny := 2\n```", "```", "~~~", "~~~\n```\n~~~", "  ```\n  code\n  ```", "  ```", " ```\ncode\n ```", "   ```xml", "- ```\n  code\n  ```",
		"- ```\n  code", "1. Then:\n\n   ```\n   code\n   ```", "    ```", "\t```", "    indented\n    code", "<div>\ntext\n</div>", "<div>\n```\ncode\n\nmore\n```", "<details>",
		"<!-- comment -->", "<!-- open", "-->", "text <!-- in --> text", "text <!-- in", "<script>", "</script>", "<?php", "?>", "<!X>", "<b>bold</b> text", "[//]: # (comment)", "{# comment #}",
		"{{!-- comment --}}", "Text\n```\ncode\n```\ntext", "`````\n```\n`````", "```a`b\ntext", "\ufeffText", "Text\n<div>", "Bad:", "Example (wrong)",
	}
	call := "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a</path></arguments>\n</tool>"
	calls := []string{
		call, "```xml\n" + call + "\n```", "Text before:\n" + call, "Text, then " + call, "- " + strings.ReplaceAll(call, "\n", "\n  "), "> " + strings.ReplaceAll(call, "\n", "\n> "),
		"```xml\n" + call, "<tool>", "text <tool> text", "    " + strings.ReplaceAll(call, "\n", "\n    "), "  ```\n  " + strings.ReplaceAll(call, "\n", "\n  ") + "\n  ```",
		"<div>\n" + call + "\n</div>", "</tool>", call + "\nand text", "<tool>\n<tool_name>\n\nText\n\nMore\n\n</tool_name>\n</tool>",
	}
	r := rand.New(rand.NewPCG(5, 5))
	found := 0
	whole := window
	for range 15_000 {
		var b strings.Builder
		for range 1 + r.IntN(25) {
			switch n := r.IntN(10); {
			case n == 0:
				b.WriteString(calls[r.IntN(len(calls))])
			case n < 6:
				b.WriteString(groups[r.IntN(5)])
			default:
				b.WriteString(groups[r.IntN(len(groups))])
			}
			b.WriteString([]string{"\n\n", "\n\n", "\n\n", "\n \n", "\n\n\n", "\n"}[r.IntN(6)])
		}
		text := b.String()
		if r.IntN(10) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		window = whole
		want, _ := ReadPart(text, Document, PartOptions{})
		window = 1 << r.IntN(12)
		got, _ := ReadPart(text, Document, PartOptions{})
		if !reflect.DeepEqual(got.Segments, want.Segments) || !reflect.DeepEqual(got.Directives, want.Directives) {
			t.Fatalf("%d: %q:\n%+v, not\n%+v", window, text, got.Segments, want.Segments)
		}
		if all, some := slices.Collect(want.Seams), slices.Collect(got.Seams); !reflect.DeepEqual(all, some) {
			t.Fatalf("%d: %q: seams %+v, not %+v", window, text, some, all)
		}
		found += len(want.Segments)
	}
	if found < 2_500 {
		t.Errorf("%d segments", found)
	}
}
