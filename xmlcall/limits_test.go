package xmlcall_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestLimitsGolden compares with a file how calls are read that repeat a part about as often as
// the limit of a search allows, and a few times more or less: the verdict, the sizes and some
// problems. A line has what is before the part, the part, what is after it, and the limit.
func TestLimitsGolden(t *testing.T) {
	const head = "<tool><tool_name>x</tool_name><arguments>"
	golden.Annotated(t, filepath.Join("testdata", "limits.txt"), func(line string) string {
		var before, part, after string
		var limit int
		if _, err := fmt.Sscanf(line, "%q %q %q %d", &before, &part, &after, &limit); err != nil {
			return "" // a comment
		}
		if !strings.HasPrefix(before, "<Tool>") {
			before = head + before
		}
		var out strings.Builder
		for n := max(0, limit-4); n <= limit+4; n++ {
			fmt.Fprintf(&out, "  %d:", n)
			summary(&out, xmlcall.ParseAt(before+strings.Repeat(part, n)+after, 0))
		}
		return out.String()
	})
}

// TestPrefixesGolden compares with a file how each beginning of a call is read.
func TestPrefixesGolden(t *testing.T) {
	const text = "<tool><tool_name>x</tool_name><arguments><v a='b'>&lt;<![CDATA[c</v>]]></v><!-- d --><as><a>e</a><a/></as></arguments></tool>"
	var out strings.Builder
	for n := range text {
		fmt.Fprintf(&out, "%q:", text[:n])
		summary(&out, xmlcall.ParseAt(text[:n], 0))
	}
	golden.File(t, filepath.Join("testdata", "prefixes.txt"), []byte(out.String()))
}

// summary writes how a block is read in one line: the verdict, where it ends, how much there is in
// it, and the first problem and the last two.
func summary(out *strings.Builder, b *xmlcall.Block) {
	at, _ := b.Verdict().At()
	unclosed := 0
	for _, e := range b.Elements() {
		if e.Unclosed() {
			unclosed++
		}
	}
	fmt.Fprintf(out, " %v at %d, %v, %v, rest %v, %d tokens, %d elements, %d unclosed, %d problems, more %t", b.Verdict().Outcome, at,
		b.Delimiters, b.Span, b.Rest(), len(b.Tokens), b.NumElements(), unclosed, len(b.Problems), b.MoreProblems)
	for i, p := range b.Problems {
		if i < 1 || i >= len(b.Problems)-2 {
			at, _ := p.At()
			fmt.Fprintf(out, ", %d %v %q %t %d", p.Kind, p.Span, p.Want, p.Certain, at)
		}
	}
	out.WriteString("\n")
}

// TestSmallGolden compares what is reported of small calls with a file; most have one mistake
// or two. It complements the pairs of pieces in the other files by calls that were looked for: each
// depends on a decision that changes no other call.
func TestSmallGolden(t *testing.T) {
	golden.Annotated(t, filepath.Join("testdata", "small.txt"), func(line string) string {
		text, err := strconv.Unquote(line)
		if err != nil {
			return "" // a comment, or an empty line
		}
		var out strings.Builder
		reports(&out, text)
		return out.String()
	})
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
