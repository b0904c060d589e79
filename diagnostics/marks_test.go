package diagnostics

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// markTexts are texts in which one mark more or less changes what is read far from it.
var markTexts = []struct {
	kind    document.Kind
	options string
	text    string
	marks   []string
}{
	{document.Prose, "default", "User:\nq\n\nAssistant:\n<thinking>a\n\n" + shortCall + "\n</tool>\n\nb\n\n</thinking>\n\n" + shortCall + "\nc\n\nd\n\nUser:\nr\n\nAssistant:\ne </tool> f\n\n" + shortCall + "g\n\nh\n\n</tool>\n\ni\n", []string{"<thinking>", "</thinking>", "</tool>", "\n\nUser:\nx\n\n"}},
	{document.Log, "default", "<thinking>a\n\n" + shortCall + "\nb </tool> c\n\n" + shortCall + "\n</thinking>\n\nd\n\n</tool>\n\ne\n\n" + shortCall, []string{"<thinking>", "</thinking>", "</tool>"}},
	{document.Log, "default", "a\n\n" + shortCall + "\nb\n\n<thinking>c\n\nd\n\n" + shortCall + "\ne\n\nf\n\n" + shortCall + "\ng\n\n", []string{"<thinking>", "</thinking>"}},
	{document.Auto, "default", "a <!-- b\n\n" + shortCall + "c --> d\n\n" + shortCall + "\n<!-- e --> f\n\ntext\n", []string{"<!--", "-->", "\n```\n"}},
	{document.Auto, "default", "a <!-- b\n\n" + shortCall + "\nc\n\nd --> e --> f\n\n" + shortCall, []string{"<!--", "-->"}},
}

const shortCall = "<tool><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n"

// TestMarks checks that each of some marks, written or broken at each place of a text with small
// items, gives the same result as reading the text that results, as does undoing what was written.
func TestMarks(t *testing.T) {
	for _, size := range []struct{ item, message int }{{1, 60}, {30, 150}, {1, 1 << 20}} {
		small(t, size.item, size.message)
		for _, test := range markTexts {
			d := editOptions[test.options].Open(text.New(test.text), test.kind)
			try := func(start, end int, with string) {
				next := d.Edit(start, end, with)
				if why := differs(next, false); why != "" {
					t.Fatalf("%d to %d with %q in a %v of %q, items and messages of %d: %s", start, end, with, test.kind, test.text, size, why)
				}
				if with == "" {
					return
				}
				back := next.Edit(start, start+len(with), test.text[start:end])
				if why := differs(back, false); why != "" {
					t.Fatalf("%d to %d with %q and back in a %v of %q, items and messages of %d: %s", start, end, with, test.kind, test.text, size, why)
				}
			}
			for at := range len(test.text) + 1 {
				if at < len(test.text) {
					try(at, at+1, "")
				}
				if at > 0 && at < len(test.text) && test.text[at-1] != '\n' && test.text[at-1] != ' ' && test.text[at-1] != '>' {
					continue
				}
				for _, mark := range test.marks {
					try(at, at, mark)
				}
			}
		}
	}
}
