package prompt

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
)

// TestHostile checks that texts made to be slow or wrong are read, within the text.
func TestHostile(t *testing.T) {
	const size = 1 << 16
	for _, part := range []string{"- a\n", " - `a`(b): c\n", "# a\n", "###### read_file\n# x\n", "|a|\n", "```json\n{}\n```\n", "*", "`x_y` tool ", "```\n", "[{(", "\t- x:\n"} {
		text := strings.Repeat(part, size/len(part))
		for _, f := range Check(text, nil, toolspec.Builtins()) {
			if f.Span.Start < 0 || f.Span.End > len(text) || f.Span.Start > f.Span.End {
				t.Errorf("%q: %+v", part, f)
			}
		}
		var deep strings.Builder
		for i := range 300 {
			deep.WriteString(strings.Repeat(" ", i) + part)
		}
		Check(deep.String(), nil, toolspec.Builtins())
	}
}
