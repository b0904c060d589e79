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

// TestSmallGolden compares all that is reported of small calls with a file; most have one mistake
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

// everything writes all that a block reports: where it and each part of it is, the verdict, the
// problems with the places and texts of their fixes, and the values as intended.
func everything(out *strings.Builder, b *xmlcall.Block) {
	v := b.Verdict()
	at, ok := v.At()
	fmt.Fprintf(out, "  %v %d %t %q\n  delimiters %v, %v, rest %v, reach %d, more %t, envelope %d, %q of %q\n ",
		v.Outcome, at, ok, v.Reason, b.Delimiters, b.Span, b.Rest(), b.Reach(), b.MoreProblems, b.Envelope(), b.ToolName(), b.ServerName())
	for _, t := range b.Tokens {
		fmt.Fprintf(out, " %c%d", "TSECcPD"[t.Kind()], t.Span().End)
		if t.Kind() == xmlcall.Text {
			for r := range b.References(t) {
				fmt.Fprintf(out, "&%d%q", r.Span.Start, r.Text)
			}
		} else {
			fmt.Fprintf(out, "%q", b.Slice(t.Inner()))
		}
		fmt.Fprintf(out, "/%d", t.Element())
	}
	out.WriteString("\n ")
	for _, e := range b.Elements() {
		fmt.Fprintf(out, " %s/%d[%d-%d]", e.Name(), e.Parent(), e.First(), e.Last())
		if e.Unclosed() {
			out.WriteString("unclosed")
		}
		if e.SelfClosing() {
			out.WriteString("empty")
		}
		for _, a := range e.Attributes() {
			fmt.Fprintf(out, " %s=%q", b.Slice(a.Name), b.Slice(a.Value))
		}
	}
	out.WriteString("\n")
	for _, p := range b.Problems {
		at, ok := p.At()
		fmt.Fprintf(out, "  ! %d %q at %d, want %q, certain %t, at %d %t, in %d\n", p.Kind, b.Slice(p.Span), p.Span.Start, p.Want, p.Certain, at, ok, p.Element)
	}
	if id := b.Arguments(); id != xmlcall.NoElement {
		out.WriteString("  intended")
		describeValue(out, b.Value(id))
		out.WriteString("\n")
	}
	if v, ok := b.Decode(); ok {
		out.WriteString("  decoded ")
		describeValue(out, v)
		out.WriteString("\n")
	}
}

// reports writes the blocks of a text: the one at its first '<', and the others.
func reports(out *strings.Builder, text string) {
	from := strings.IndexByte(text, '<')
	everything(out, xmlcall.ParseAt(text, from))
	for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
		if b.Span.Start != from {
			everything(out, b)
		}
	}
}
