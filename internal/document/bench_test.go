package document

import (
	"strings"
	"testing"
	"time"
)

// fill repeats text up to size bytes.
func fill(text string, size int) string { return strings.Repeat(text, size/len(text)+1)[:size] }

var (
	proseText = fill("The <b>quick</b> brown fox jumps over the lazy dog, a < b & c.\n", 1000)
	// Calls make up a tenth of the text.
	replyText    = fill(proseText+call, 10<<20)
	markdownText = fill("# Title\n\n"+proseText+"\n- item `code` and\n\n  ```xml\n"+indent("  ", call)+"\n  ```\n\n> quote\n\n```go\nx := 1\n```\n\n", 1<<20)
)

func benchmark(b *testing.B, text string, kind Kind) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Read(text, kind)
	}
}

func BenchmarkReply(b *testing.B)    { benchmark(b, replyText, Reply) }
func BenchmarkDocument(b *testing.B) { benchmark(b, markdownText, Document) }

// TestHardTextsAreLinear checks that texts that are made to be slow to read cost time
// in proportion to their size. The bound is far above what they take; anything
// quadratic is far above the bound.
func TestHardTextsAreLinear(t *testing.T) {
	const size = 128 << 10
	runs := func() string {
		var b strings.Builder
		for n := 1; b.Len() < size; n++ {
			b.WriteString(strings.Repeat("`", n) + "a")
		}
		return b.String()
	}()
	texts := map[string]string{
		"less-than":          fill("<", size),
		"openers":            fill("<tool>", size),
		"odd openers":        fill("<tool a", size),
		"capital openers":    fill("<Tool>", size),
		"shapes":             fill("<tool><tool_name>", size),
		"CDATA":              fill("<tool><tool_name><![CDATA[", size),
		"CDATA once":         "<tool><tool_name><![CDATA[" + fill("<tool><tool_name>", size) + "]]></tool>",
		"foreign":            "<tool>" + fill("<a>", size),
		"foreign blocks":     fill("<tool><a><b><c><d><e><f><g><h>", size),
		"stray":              "<tool>\n" + fill("< ", size),
		"JSON":               fill("<tool>{", size),
		"quotes":             call + "\n" + fill(">", size),
		"quoted lines":       call + "\n" + fill(">", 2000) + "\n" + fill("a\n", size),
		"quote lines":        call + "\n" + fill(fill(">", 2000)+"\n", size),
		"list marks":         call + "\n" + fill("- ", size),
		"list marks, blank":  call + "\n" + fill("- ", 4000) + "a\n" + fill("\n", size/16),
		"ordered marks":      call + "\n" + fill("1. ", size),
		"indented list":      call + "\n" + staircase(size, "a"),
		"staircase of calls": staircase(size, "<tool><tool_name>x</tool_name></tool>"),
		"backticks":          "<tool><tool_name>\n" + runs,
		"spans":              fill("`<tool><tool_name>x</tool_name></tool>` ", size),
		"comments":           call + "\n" + fill("<!-- ", size),
		"comment lines":      call + "\n" + fill("<!--\n", size),
		"fenced comments":    call + "\n" + fill("```\n<!-- \n```\n", size) + "-->",
		"fences":             fill("```\n<tool>\n<tool_name>x\n```\n", size),
		"fences, closed":     fill("```x\n<tool>\n<tool_name>x\n```\n```x\n</tool>\n```\n", size),
		"fences in a call":   "```x\n<tool>\n<tool_name>x\n" + fill("```\n", size) + "</tool>",
		"fences, no call":    call + "\n" + fill("```\n", size) + "<tool><tool_name>x</tool_name></tool>",
		"tildes on one line": call + "\n" + fill("~~~ ", size) + "\n" + call,
		"brackets":           call + "\n" + fill("[", size),
		"emphasis":           call + "\n" + fill("*a_ ", size),
		"tags":               call + "\n" + fill("<a b='", size),
		"HTML lines":         call + "\n" + fill("<a b=c\n\n", size),
		"placeholders":       call + fill("{{", size),
		"block tags":         call + fill("{% ", size),
		"one long line":      call + fill("a ", size),
		"references":         call + "\n\n" + fill("[a]: b\n", size),
		"headings":           call + "\n\n" + fill("a\n===\n", size),
		"tabs":               call + "\n\n" + fill("-\t", size),
		"NUL":                call + "\n" + fill("\x00", size),
		"labels":             fill("User:\nAssistant:\n", size),
		"labels and calls":   fill("User: <tool>\nAssistant:\n"+call+"\n", size),
		"labels in a call":   "**User:**\n\n**Assistant:**\n<tool><tool_name>" + fill("User:\n", size) + "</tool>",
		"labels, CDATA":      "**User:**\n\n**Assistant:**\n" + fill("<tool><tool_name><![CDATA[\n**User:**\n", size) + "]]></tool>",
		"labels and fences":  fill("User:\n```\nAssistant:\n", size),
		"tokens":             fill("<|user|><|assistant|>", size),
		"token ends":         fill("|>", size),
		"token starts":       fill("<|", size),
		"instructions":       fill("[INST][/INST]", size),
		"times":              fill("2026-01-02 10:00:00 x\n", size),
		"thinking":           fill("<thinking>", size),
		"thinking, mentions": fill("<thinking><tool></thinking>", size),
		"thinking, shapes":   "<thinking>" + fill("<tool><tool_name>", size),
		"label words":        fill("tool a b c d e f: x\n", size),
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			checkFile(t, Read(text, Document))
			checkFile(t, Read(text, Reply))
			checkFile(t, Read(text, Log))
			checkFile(t, Read(text, Auto))
			t.Logf("%v for %d bytes", time.Since(start), len(text)) // a text that is not linear runs into the test's own limit
		})
	}
}

// staircase nests list items by indentation, each with text, repeatedly.
func staircase(size int, text string) string {
	var b strings.Builder
	for b.Len() < size {
		for n := range 300 {
			b.WriteString(strings.Repeat(" ", 2*n) + "- " + text + "\n")
		}
	}
	return b.String()
}
