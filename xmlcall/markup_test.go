package xmlcall_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMarkupGolden compares how blocks are read with a file: each kind of markup, whole and in part,
// in each place of a call; and each pair of what may end a section, a value or a call, by what
// comes after the block. For a block it has the verdict and the tokens, each with what is in it.
func TestMarkupGolden(t *testing.T) {
	pieces := []string{
		"<b>", "<b >", "<b/>", "<b />", "<b x='1'>", "<b x=\"1\"/>", "<b x=1>", "<b x>", "<b x='a&b'>", "<b x='<'>", "<b x='\x01' y=1>", "<b x='1'y='2'>", "<1>", "<b", "<b x='", "</b>", "</b >", "</ b>", "</b", "</>", "<:b>", "<b:>", "<a:b:c>",
		"<!-- c -->", "<!-- c -- d -->", "<!-- c --->", "<!-- c", "<!--", "<!-->", "<?p q?>", "<?p?>", "<? p?>", "<?p q", "<?xml version='1.0'?>", "<?xml version='2.0'?>", "<!d e>", "<!d 'e>'>", "<!d <e>>", "<!d", "<!>",
		"<![CDATA[c]]>", "<![CDATA[]]>", "<![CDATA[c", "<![CDATA[c\x01]]>", "<![cdata[c]]>", "<![CDATA [c]]>", "<! [CDATA[c]]>", "<![CDATA", "]]>", "]]", "&", "&amp;", "&lt", "&#x41;", "&#0;", "&#xD800;", "&b;", "\x01", "\xff", "\uFFFE",
		"<tool>", "<tool >", "</tool>", "</tool >", "</Tool>", "<Tool>", "<tool_name>y</tool_name>", "<arguments>", "</arguments>", "<v>", "</v>", "</V>",
	}
	places := []string{
		"<tool>%s<tool_name>x</tool_name><arguments><v>p</v></arguments></tool>", "<tool><tool_name>x%s</tool_name><arguments/></tool>", "<tool><tool_name>x</tool_name><arguments>%s<v>p</v></arguments></tool>",
		"<tool><tool_name>x</tool_name><arguments><v>p%s\nq</v></arguments></tool>", "<tool><tool_name>x</tool_name><arguments><v>p</v></arguments>%s</tool>", "<tool><tool_name>x</tool_name><arguments><v>p%s", "<tool%s",
	}
	var out strings.Builder
	for _, piece := range pieces {
		for _, place := range places {
			text := fmt.Sprintf(place, piece)
			fmt.Fprintf(&out, "%q\n", text)
			tokens(&out, xmlcall.ParseAt(text, 0))
		}
	}
	golden.File(t, filepath.Join("testdata", "markup.txt"), []byte(out.String()))
}

// tokens writes the verdict of a block and its tokens.
func tokens(out *strings.Builder, b *xmlcall.Block) {
	at, ok := b.Verdict().At()
	fmt.Fprintf(out, "  %v %d %t %q, %v %v:", b.Verdict().Outcome, at, ok, b.Verdict().Reason, b.Delimiters, b.Span)
	for _, t := range b.Tokens {
		fmt.Fprintf(out, " %d%q", t.Element(), b.Slice(t.Inner()))
	}
	for _, p := range b.Problems {
		fmt.Fprintf(out, ", %d %q", p.Kind, b.Slice(p.Span))
	}
	out.WriteString("\n")
}
