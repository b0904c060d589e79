package xmlcall

import (
	"strings"
	"testing"
)

// TestMany reads values with thousands of problems: the verdict and its reason
// are the runtime's all the same, and the field that holds them ends where it
// should.
func TestMany(t *testing.T) {
	const n = MaxProblems + 100
	texts := append([]string{}, malformed...)
	for _, h := range hostile {
		texts = append(texts, h.text)
	}
	for _, text := range texts {
		for _, body := range []string{
			strings.Repeat(text, n),
			strings.Repeat("& ", n) + text,
			strings.Repeat("< ", n) + text + "</x>",
		} {
			src := "<tool>\n<tool_name>x</tool_name>\n<arguments>\n<v>" + body + "</v>\n<w>y</w>\n</arguments>\n</tool>"
			b := ParseAt(src, 0)
			checkTiles(t, b)
			if b.Form != Closed || b.Span.End != len(src) {
				continue // a </tool> in the text cut it
			}
			checkVerdict(t, b)
			if len(b.Problems) > 4*MaxProblems {
				t.Errorf("%d problems of %q", len(b.Problems), text)
			}
		}
	}
	b := ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+strings.Repeat("< ", n)+"</v>\n</arguments></tool>", 0)
	v := b.Child(b.Child(b.Envelope(), "arguments"), "v")
	if !b.More || v < 0 || b.Elements[v].Unclosed || !strings.HasSuffix(b.Slice(b.Elements[v].Content()), "< < ") {
		t.Errorf("more %v, element %d of %+v", b.More, v, b.Elements)
	}
}
