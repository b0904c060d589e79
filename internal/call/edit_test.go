package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

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
