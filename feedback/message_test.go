package feedback

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/cases"
	"github.com/entrhq/forge-lsp/internal/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMessage compares the messages with testdata/message: a file is a
// call and, for each budget, the message.
func TestMessage(t *testing.T) {
	files := 0
	golden.Archives(t, "testdata/message/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		files++
		var b *xmlcall.Block
		for i := range archive.Files {
			f := &archive.Files[i]
			if f.Name == "call" {
				b = xmlcall.ParseAt(strings.TrimSuffix(string(f.Data), "\n"), 0)
				continue
			}
			var budget int
			if _, err := fmt.Sscanf(f.Name, "%d bytes", &budget); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			f.Data = []byte(messageOf(b, budget))
		}
		golden.File(t, file, txtar.Format(archive))
	})
	if files < 8 {
		t.Errorf("%d files", files)
	}
}

func messageOf(b *xmlcall.Block, budget int) string { return Message(b, budget, xmlcall.Options{}) }

// checkMessage holds one block's messages against what is promised.
func checkMessage(t *testing.T, b *xmlcall.Block) {
	t.Helper()
	for _, budget := range []int{-1, 0, MinBudget - 1, MinBudget, 129, 200, 333, 512, 700, 1000, 4096, 1 << 30} {
		m := messageOf(b, budget)
		if len(m) > max(budget, 0) || !utf8.ValidString(m) {
			t.Fatalf("budget %d: %d bytes, valid %v\n%q\n%q", budget, len(m), utf8.ValidString(m), m, b.Source())
		}
		if want := b.Verdict().Outcome != xmlcall.Runs && budget >= MinBudget; (m != "") != want {
			t.Fatalf("budget %d: %q", budget, m)
		}
		_, call, ok := strings.Cut(m, "\nThe corrected call:\n")
		if ok && b.Form == xmlcall.Closed && strings.HasPrefix(call, "<tool>") {
			after := checkWrittenOnce(t, strings.TrimSuffix(call, "\n"))
			if b.ToolName() != "" && after.ToolName() != b.ToolName() {
				t.Fatalf("tool %q, want %q", after.ToolName(), b.ToolName())
			}
		}
	}
}

func checkWrittenOnce(t *testing.T, text string) *xmlcall.Block {
	t.Helper()
	b := xmlcall.ParseAt(text, 0)
	if v := b.Verdict(); v.Outcome != xmlcall.Runs || b.Span.End != len(text) {
		t.Fatalf("the corrected call: %v\n%s", v, text)
	}
	return b
}

func TestMessageConformance(t *testing.T) {
	n, corrected := 0, 0
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		if len(c.Text) > 1<<20 {
			continue
		}
		for b := range xmlcall.Blocks(c.Text, xmlcall.Options{}) {
			checkMessage(t, b)
			if m := messageOf(b, 1<<20); m != "" {
				n++
				if strings.Contains(m, "\nThe corrected call:\n") {
					corrected++
				}
			}
		}
	}
	t.Logf("%d messages, %d with the corrected call", n, corrected)
}

func TestMessageTooLarge(t *testing.T) {
	b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>"+strings.Repeat("é", xmlcall.MaxSize)+"</a></arguments></tool>", 0)
	want := `ERROR: Tool call refused.

Reason: tool call XML exceeds maximum size of 10485760 bytes

SOLUTION - Split the work into calls of less than 10485760 bytes each.
`
	if got := messageOf(b, 1000); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func FuzzMessage(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document", "escape", "stream") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		blocks := slices.Collect(xmlcall.Blocks(text, xmlcall.Options{}))
		if !strings.Contains(text, "</tool>") {
			blocks = append(blocks, xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>"+text+"</a></arguments></tool>", 0))
		}
		for _, b := range blocks {
			checkMessage(t, b)
		}
	})
}

// TestMessageDoubts are calls whose fix looks certain and is not.
func TestMessageDoubts(t *testing.T) {
	for name, src := range map[string]string{
		"invalid UTF-8 in a comment": "<tool><tool_name>x</tool_name><!-- \xff --><arguments><a>b & c</a></arguments></tool>",
		"an element without an end":  "<tool><tool_name>x</tool_name><arguments><a>b < c</arguments></tool>",
		"section without an end":     "<tool><tool_name>x</tool_name><arguments><a><![cdata[b</a></arguments></tool>",
		"inexact JSON":               `<tool>{"tool_name":"x","arguments":{"a":null}}</tool>`,
		"broken JSON":                `<tool>{"tool_name":"x","arguments":{"a"}</tool>`,
	} {
		b := xmlcall.ParseAt(src, 0)
		if m := messageOf(b, 1<<16); m == "" || strings.Contains(m, "orrected") {
			t.Errorf("%s: %s", name, m)
		}
		checkMessage(t, b)
	}
	// A line that is too long stands in for no call.
	long := strings.Repeat("x", 300)
	b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>"+long+" < "+long+"</a></arguments></tool>", 0)
	if m := messageOf(b, 600); strings.Contains(m, "orrected") {
		t.Error(m)
	}
	// CR LF is read as LF, and written so.
	b = xmlcall.ParseAt("<tool><tool_name>x</tool_name>\r\n<arguments><a>b < c\r\n</a></arguments></tool>", 0)
	if m := messageOf(b, 1<<16); !strings.Contains(m, "<a>b &lt; c\n</a>") || strings.Contains(m, "\r") {
		t.Errorf("%q", m)
	}
	for kind := xmlcall.BareAmpersand; kind <= xmlcall.SyntaxError; kind++ {
		p := xmlcall.Problem{Kind: kind, Span: xmlcall.Span{Start: 0, End: 6}}
		if s := explain(&call{b, xmlcall.Options{}}, &p); s == "" || strings.HasSuffix(s, ".") {
			t.Errorf("%d: %q", kind, s)
		}
	}
}
