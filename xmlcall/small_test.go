package xmlcall_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestSmallGolden compares what is reported of small calls with a file; most have one mistake
// or two. It complements the pairs of pieces in the other files by calls that were looked for: each
// depends on a decision that changes no other call.
func TestSmallGolden(t *testing.T) {
	calls, err := os.ReadFile(filepath.Join("testdata", "small-calls.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(calls)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		text, err := strconv.Unquote(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		fmt.Fprintf(&out, "%s\n", line)
		reports(&out, text)
	}
	golden.File(t, filepath.Join("testdata", "small.txt"), []byte(out.String()))
}

// summarize writes what a reader of a block gets: the verdict, the form if the call is not closed, the rest that a
// </tool> cut, the envelope if another element is around it, the problems with their fixes and where these go, and the
// values, as decoded or else as intended.
func summarize(out *strings.Builder, b *xmlcall.Block) {
	fmt.Fprintf(out, "  %v %v", b.Verdict().Outcome, b.Span)
	if b.Delimiters != xmlcall.Closed {
		fmt.Fprintf(out, " form %d", b.Delimiters)
	}
	if b.Rest().Len() > 0 {
		fmt.Fprintf(out, " rest %v", b.Rest())
	}
	if b.Envelope() > 0 {
		fmt.Fprintf(out, " envelope %d of %s", b.Envelope(), b.ToolName())
	}
	for _, p := range b.Problems {
		fmt.Fprintf(out, ", %d %q, want %q %t", p.Kind, b.Slice(p.Span), p.Want, p.Certain)
		if at, ok := p.At(); ok {
			fmt.Fprintf(out, " at %d", at)
		}
	}
	out.WriteString(":")
	if v, ok := b.Decode(); ok {
		describeValue(out, v)
	} else if id := b.Arguments(); id != xmlcall.NoElement {
		describeValue(out, b.Value(id))
	}
	out.WriteString("\n")
}

// reports writes the blocks of a text: the one at its first '<', and the others.
func reports(out *strings.Builder, text string) {
	from := strings.IndexByte(text, '<')
	summarize(out, xmlcall.ParseAt(text, from))
	for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
		if b.Span.Start != from {
			summarize(out, b)
		}
	}
}
