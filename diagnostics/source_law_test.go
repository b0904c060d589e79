package diagnostics_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestSourceLaw checks the first law for calls in programs, which compute a part of them: what is not known
// explains nothing, and refuses nothing.
func TestSourceLaw(t *testing.T) {
	law := newLaw(t)
	for seed := *lawFrom; seed < *lawFrom+uint64(*lawCases); seed++ {
		r := rand.New(rand.NewPCG(41, seed))
		const mark = "\x01"
		text, o := drawHoles(r, func() string { return pick(r, mark, mark, "a"+mark, mark+"b") })
		kind := pick(r, document.Go, document.Python, document.JavaScript)
		quoted := strconv.Quote(text)
		quoted = strings.ReplaceAll(quoted, `\x01`, `" + `+pick(r, "name", "f(a, b)", "str(n)", `join("a", b)`)+` + "`)
		if strings.Contains(quoted, `\x`) || strings.Contains(quoted, `\a`) || strings.Contains(quoted, `\v`) {
			continue
		}
		law.check(fmt.Sprintf("source %d", seed), "s = "+quoted+"\n", kind, o)
	}
	law.end(5, diagnostics.Runs, diagnostics.Altered, diagnostics.Refused)
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// drawHoles returns a call, with or without slips, in which some contents are left to fill in.
func drawHoles(r *rand.Rand, hole func() string) (text string, o diagnostics.Options) {
	c := slips.DrawSound(r)
	if r.IntN(2) == 0 {
		c = slips.Draw(r)
	}
	o, text = fixerOf(&c).options, c.Text
	for range 1 + r.IntN(3) {
		var places []xmlcall.Span
		for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
			for _, e := range b.Elements() {
				if !e.HasChildren() && !e.Unclosed() && !e.SelfClosing() {
					places = append(places, e.Content())
				}
			}
			if at := b.Arguments(); at >= 0 && r.IntN(4) == 0 {
				at := b.Element(at).Content().Start
				places = append(places, xmlcall.Span{Start: at, End: at})
			}
		}
		if len(places) == 0 {
			break
		}
		at := places[r.IntN(len(places))]
		text = text[:at.Start] + hole() + text[at.End:]
	}
	return text, o
}
