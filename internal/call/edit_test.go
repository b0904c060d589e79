package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestLinesOfTexts checks that a call in thinking has a text that ends with the thinking,
// and the next one a longer one.
func TestLinesOfTexts(t *testing.T) {
	l := &Lines{}
	for _, test := range []struct {
		text         string
		offset, want int
	}{
		{"ab\ncdef\n", 3, 7}, {"ab\ncd", 3, 2}, {"ab\ncdef\n", 3, 7}, {"ab\ncdef\n", 4, 7}, {"abcd", 1, -1}, {"ab\n", 0, 2},
	} {
		if got := l.end(test.text, test.offset); got != test.want {
			t.Errorf("%q from %d: %d, want %d", test.text, test.offset, got, test.want)
		}
	}
}

// TestLinesInAnyOrder compares the line end at or after each offset, or before all of them, with
// a search, also after a look at another place of the text.
func TestLinesInAnyOrder(t *testing.T) {
	for _, text := range []string{"", "a", "\n", "\n\n", "\na\n", "ab\n\ncd", "ab\ncd\nef", "abc\n"} {
		for first := range len(text) + 1 {
			for second := range len(text) + 1 {
				l := &Lines{}
				l.end(text, first)
				want := strings.LastIndexByte(text[:second], '\n')
				if n := strings.IndexByte(text[second:], '\n'); n >= 0 {
					want = second + n
				}
				if got := l.end(text, second); got != want {
					t.Errorf("%q from %d after %d: %d, want %d", text, second, first, got, want)
				}
			}
		}
	}
}

// TestLineEnds checks that text has the line ends of the file: like the next one, or else the last.
func TestLineEnds(t *testing.T) {
	for _, test := range []struct {
		before, after string
		afterCRLF     bool
		want          string
	}{
		{"", "", false, "a\nb"},
		{"", "", true, "a\r\nb"},
		{"\n", "", false, "a\nb"},
		{"\n", "", true, "a\nb"},
		{"\r\n", "", false, "a\r\nb"},
		{"x\r\n", "", false, "a\r\nb"},
		{"", "\n", true, "a\nb"},
		{"", "\r\n", false, "a\r\nb"},
		{"\r\n", "\n", false, "a\nb"},
		{"\n", "\r\n", false, "a\r\nb"},
	} {
		text := test.before + sound + test.after
		b := xmlcall.ParseAt(text, strings.Index(text, "<tool>"))
		c := New(b, toolspec.Builtins(), Surroundings{AfterCRLF: test.afterCRLF})
		if got := c.LineEnds("a\nb"); got != test.want {
			t.Errorf("%q before, %q after: %q, want %q", test.before, test.after, got, test.want)
		}
		if got := c.LineEnds("ab"); got != "ab" {
			t.Errorf("a line is %q", got)
		}
	}
}
