package diagnostics_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestEscapedCalls draws valid calls in replies and escapes them, as a whole or only their tags:
// no safe fix makes them run with other data, and those whose text has one meaning are
// restored.
func TestEscapedCalls(t *testing.T) {
	tags := func(b *xmlcall.Block) string {
		var text strings.Builder
		for _, token := range b.Tokens {
			piece := b.Slice(token.Span())
			if kind := token.Kind(); kind == xmlcall.StartTag || kind == xmlcall.EndTag {
				piece = encode.Escape(piece)
			}
			text.WriteString(piece)
		}
		return text.String()
	}
	for name, escape := range map[string]func(b *xmlcall.Block) string{
		"all":  func(b *xmlcall.Block) string { return encode.Escape(b.Source()) },
		"tags": tags,
	} {
		drawn, restored := 0, 0
		for i := range uint64(*slipCases) {
			c := slips.DrawSound(rand.New(rand.NewPCG(31, i)))
			at, ok := xmlcall.Find(c.Text, 0)
			if c.Kind != document.Reply || !ok {
				continue
			}
			b := xmlcall.ParseAt(c.Text, at)
			text := c.Text[:at] + escape(b) + c.Text[b.Span.End:]
			fixed := fixerOf(&c).fixAll(text)
			after := stateOf(&c, fixed)
			if why, bad := breach(&c, fixerOf(&c), stateOf(&c, text), after); why != "" {
				t.Errorf("%s: case %d: %s: %v\n%s\nbecame\n%s", name, i, why, bad, text, fixed)
			}
			if meant := xmlcall.ParseAt(text, at).Unescaped(); name == "all" && meant != b.Source() {
				t.Errorf("case %d: %s\nis read as\n%s", i, text, meant)
			}
			drawn++
			if m := after.main(&c); m != nil && m.grade(&c) == right {
				restored++
			}
		}
		if t.Logf("%s: %d of %d restored", name, restored, drawn); restored < drawn/10 {
			t.Errorf("%s: only %d of %d restored", name, restored, drawn)
		}
	}
}
