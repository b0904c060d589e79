package xmlcall_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReach checks that text at or after the reach of a block does not change how it is
// read.
func TestReach(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	after := []string{"", "\n", "</tool>", "<tool>\n<tool_name>x</tool_name></tool>\n", "]]></content></arguments></tool>", "</path>", "words ", "-->", "<", "&"}
	looked := 0
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		texts := []string{c.Text, c.Text + c.Text, c.Text + "\n\nWords.\n" + c.Text}
		for range 20 { // overwritten
			if n := len(c.Text); n > 0 && n < 1<<16 {
				from := random.IntN(n)
				to := min(n, from+random.IntN(20))
				texts = append(texts, c.Text[:from]+after[random.IntN(len(after))]+c.Text[to:]+c.Text)
			}
		}
		for _, text := range texts {
			for at := range len(text) {
				if text[at] != '<' || !strings.EqualFold(text[at:min(len(text), at+len("<tool"))], "<tool") {
					continue
				}
				b := xmlcall.ParseAt(text, at)
				if b.NumElements() == 0 {
					continue // not a tag of a call
				}
				reach := b.Reach()
				if reach < b.Span.End || reach > len(text) {
					t.Fatalf("%q at %d: reaches %d", text, at, reach)
				}
				if reach == len(text) {
					continue
				}
				looked++
				other := xmlcall.ParseAt(text[:reach]+after[random.IntN(len(after))], at)
				if !reflect.DeepEqual(other.Tokens, b.Tokens) || !reflect.DeepEqual(other.Problems, b.Problems) || other.Span != b.Span || other.Rest() != b.Rest() || other.Verdict() != b.Verdict() {
					t.Fatalf("%q at %d, which reaches %d: another block with other text there", text, at, reach)
				}
			}
		}
	}
	if looked < 1000 {
		t.Errorf("%d blocks end before their text", looked)
	}
}
