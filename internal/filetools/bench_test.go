package filetools

import (
	"strings"
	"testing"
)

// BenchmarkNearest looks for a passage in a file of 1 MB.
func BenchmarkNearest(b *testing.B) {
	var w strings.Builder
	for i := 0; w.Len() < 1<<20; i++ {
		w.WriteString("\tif value" + strings.Repeat("x", i%17) + " := other(" + strings.Repeat("y", i%13) + "); value != nil {\n")
	}
	text := w.String() + "\tneedle := haystack(1)\n\treturn needle\n"
	for b.Loop() {
		if n, ok := nearest(linesOf(text), "  needle := haystack(1)\n  return needle"); !ok || n.Reasons[0] != Tabs {
			b.Fatal(n)
		}
	}
}

// BenchmarkContext looks for the lines that make places unique in a file of 1 MB of lines that are alike.
func BenchmarkContext(b *testing.B) {
	var w strings.Builder
	for i := 0; w.Len() < 1<<20; i++ {
		w.WriteString("\tif value" + strings.Repeat("x", i%17) + " := other(" + strings.Repeat("y", i%13) + "); value != nil {\n\treturn\n")
	}
	text := w.String()
	places, _ := placesOf(text, "\treturn\n")
	for b.Loop() {
		for _, at := range places {
			Context(text, at, len("\treturn\n"))
		}
	}
}
