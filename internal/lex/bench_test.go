package lex

import (
	"strings"
	"testing"
)

// BenchmarkPlain reads code as a call holds it, escaped and in a CDATA section.
func BenchmarkPlain(b *testing.B) {
	code := strings.Repeat("func Min(a, b int) int {\n\tif a &lt; b {\n\t\treturn a\n\t}\n\treturn items[b]\n}\n// größer als 10\n", 10)
	b.Run("text", func(b *testing.B) {
		s := code + "</content>"
		b.SetBytes(int64(len(code)))
		for b.Loop() {
			if PlainText(s, 0) != len(code) {
				b.Fatal("not plain")
			}
		}
	})
	b.Run("section", func(b *testing.B) {
		s := strings.ReplaceAll(code, "&lt;", "<") + SectionClose
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			if end, _ := PlainSection(s, 0); end+len(SectionClose) != len(s) {
				b.Fatal("not plain")
			}
		}
	})
}
