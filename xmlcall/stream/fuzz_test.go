package stream

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// FuzzDecoder checks that the events equal those of any other way to cut the stream,
// and those derived from Blocks.
func FuzzDecoder(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document", "stream") {
		if len(c.Text) < 1<<14 {
			f.Add(c.Text, uint8(5), uint16(len(c.Text)/3), uint16(60))
		}
	}
	f.Add("<<tool></tool</tool><tool><tool_name>x</tool_name><tool>", uint8(1), uint16(3), uint16(9))
	f.Fuzz(func(t *testing.T, text string, size uint8, at, limit uint16) {
		i := min(int(at), len(text))
		for _, maxSize := range []int{0, int(limit)} {
			want := events(t, maxSize, text)
			for _, chunks := range [][]string{cut(text, int(size)+1), cut(text, 1), {text[:i], text[i:]}} {
				if diff := cmp.Diff(want, events(t, maxSize, chunks...)); diff != "" {
					t.Fatalf("limit %d (-whole +%d pieces):\n%s\n%q", maxSize, len(chunks), diff, text)
				}
			}
		}
		blocks, end := slices.Collect(xmlcall.Blocks(text, xmlcall.Options{})), int64(0)
		for e := range Events(strings.NewReader(text), xmlcall.Options{}) {
			if e.Kind == Prose || e.Block != nil {
				if e.Offset != end {
					t.Fatalf("event %+v does not follow %d", e, end)
				}
				end = e.End
			}
			if e.Block == nil {
				continue
			}
			if len(blocks) == 0 {
				t.Fatalf("event %+v, but no more blocks", e)
			}
			b, v := blocks[0], blocks[0].Verdict()
			blocks = blocks[1:]
			at, _ := e.Verdict.At()
			wantAt, placed := v.At()
			if placed {
				wantAt -= b.Span.Start
			}
			if e.Block.Source() != b.Source() || int(e.Offset) != b.Span.Start || e.Block.Delimiters != b.Delimiters || e.Verdict.Outcome != v.Outcome || e.Verdict.Reason != v.Reason || at != wantAt {
				t.Fatalf("event %+v, block %q, Blocks %+v, block %q, verdict %+v", e, e.Block.Source(), b.Span, b.Source(), v)
			}
			if b.Rest().Len() == 0 && (len(e.Block.Tokens) != len(b.Tokens) || len(e.Block.Problems) != len(b.Problems)) {
				t.Fatalf("block %+v, Blocks %+v", e.Block, b)
			}
		}
		if end != int64(len(text)) || len(blocks) > 0 {
			t.Fatalf("events end at %d of %d, %d blocks left", end, len(text), len(blocks))
		}
	})
}
