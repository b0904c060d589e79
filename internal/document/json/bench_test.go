package json

import (
	"fmt"
	"strings"
	"testing"
)

// transcript returns JSONL of approximately size bytes: prose, code with "<" in either
// spelling, and results; one line in twenty has a call.
func transcript(size int) string {
	var b strings.Builder
	texts := []string{
		"The list of tools is read once; the tooltip shows 003 of 007 items. ",
		"for (let i = 0; i < n; i++) { if (a <= b && c > d) { return <div className={x}>{y}</div>; } }\n",
		"2026-01-02T15:04:05.003Z INFO tool pool: cooled down\n\t\"quoted\" \\u003cspan\\u003e text\n",
		"func f(x int) (y int, err error) {\n\tif x < 0 {\n\t\treturn 0, fmt.Errorf(\"negative: %d\", x)\n\t}\n\treturn x << 1, nil\n}\n",
	}
	for i := 0; b.Len() < size; i++ {
		text := strings.Repeat(texts[i%len(texts)], 10)
		if i%20 == 0 {
			text += "<tool>\n<tool_name>read_file</tool_name>\n</tool>"
		}
		fmt.Fprintf(&b, "{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"text\":%q}]}}\n", text)
	}
	return b.String()
}

func BenchmarkHit(b *testing.B) {
	text := transcript(100 << 20)
	hits := func(find func(string) int) int {
		n := 0
		for at := 0; ; n++ {
			hit := find(text[at:])
			if hit < 0 {
				return n
			}
			at += hit + 1
		}
	}
	for _, bench := range []struct {
		name string
		find func(string) int
	}{
		{"hit", Hit},
		{"one word", func(text string) int { return strings.Index(text, "<tool>") }},
		{"a common start", func(text string) int { return strings.Index(text, "ool>\\n") }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if hits(bench.find) == 0 {
					b.Fatal("no hit")
				}
			}
		})
	}
}
