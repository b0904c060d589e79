package diagnostics

import (
	"testing"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
)

// markTexts are texts in which one mark more or less changes what is read far from it.
var markTexts = []struct {
	kind    document.Kind
	options string
	text    string
	marks   []string
}{
	{document.Prose, "default", "User: q\n\nAgent: <thinking>a\n\n" + shortCall + "\n</tool>\n</thinking>\n\n" + shortCall + "b\n\nUser: r\n\nAgent: c </tool> d\n\n" + shortCall + "e\n", []string{"<thinking>", "</thinking>", "</tool>", "\n\nUser: x\n\n"}},
	{document.Log, "default", "<thinking>a\n\n" + shortCall + "b </tool> c\n" + shortCall + "</thinking>\nd\n\n" + shortCall, []string{"<thinking>", "</thinking>", "</tool>"}},
	{document.Auto, "default", "a <!-- b\n\n" + shortCall + "c --> d\n\n" + shortCall + "\n<!-- e --> f\n\ntext\n", []string{"<!--", "-->", "\n```\n"}},
}

const shortCall = "<tool><tool_name>x</tool_name><arguments><a>&</a></arguments></tool>\n"

// TestMarks checks that each of some marks, written or broken at each place of a text with small
// items, gives the same result as reading the text that results, as does undoing what was written.
func TestMarks(t *testing.T) {
	for _, message := range []int{60, 150, 1 << 20} {
		small(t, 1, message)
		for _, test := range markTexts {
			d := editOptions[test.options].Open(text.New(test.text), test.kind)
			try := func(start, end int, with string) {
				next := d.Edit(start, end, with)
				if why := differs(next, false); why != "" {
					t.Fatalf("%d to %d with %q in a %v of %q, messages of %d: %s", start, end, with, test.kind, test.text, message, why)
				}
				if with == "" {
					return
				}
				back := next.Edit(start, start+len(with), test.text[start:end])
				if why := differs(back, false); why != "" {
					t.Fatalf("%d to %d with %q and back in a %v of %q, messages of %d: %s", start, end, with, test.kind, test.text, message, why)
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
