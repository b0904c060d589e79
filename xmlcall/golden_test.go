package xmlcall_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestBlocksGolden compares the blocks in the cases of the rules with a file: the verdict, the
// problems, the elements with their tokens, and the data.
func TestBlocksGolden(t *testing.T) {
	var b strings.Builder
	for _, name := range golden.Files(t, filepath.Join("..", "diagnostics", "testdata", "*.txtar")) {
		for _, file := range golden.Archive(t, name).Files {
			text := string(file.Data)
			if !strings.HasSuffix(file.Name, ".reply") || len(text) > 700 {
				continue
			}
			fmt.Fprintf(&b, "%s %s\n", filepath.Base(name), file.Name)
			for block := range xmlcall.Blocks(text, xmlcall.Options{}) {
				describe(&b, block)
			}
			if at := strings.IndexByte(text, '<'); at >= 0 && !strings.Contains(text, "<tool>") {
				describe(&b, xmlcall.ParseAt(text, at))
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "blocks.txt"), []byte(b.String()))
}

// TestBrokenGolden compares the recovery of blocks with two mistakes with a file: every pair of
// some pieces of markup, in a value.
func TestBrokenGolden(t *testing.T) {
	pieces := []string{"", "<a>", "</a>", "<v>", "</v>", "</V>", "</arguments>", "</Tool>", "<tool>", "<![CDATA[", "]]>", "]>", "]]&gt;", "& ", "< ", "</", "<w x=1>", "<!--"}
	var b strings.Builder
	for _, one := range pieces {
		for _, two := range pieces {
			block := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><v>p"+one+"q"+two+"r</v></arguments></tool>", 0)
			fmt.Fprintf(&b, "%q %q: %v %v %q", one, two, block.Verdict().Outcome, block.Span, block.Slice(block.Rest()))
			for _, p := range block.Problems {
				at, ok := p.At()
				fmt.Fprintf(&b, ", %d %v %q %t %d %t", p.Kind, p.Span, p.Want, p.Certain, at, ok)
			}
			b.WriteString("\n   ")
			for i, e := range block.Elements() {
				fmt.Fprintf(&b, " %s %v", e.Name(), e.Span())
				children := 0
				for range block.Children(i) {
					children++
				}
				for k := range block.Within(i) {
					if k <= i || !e.Span().Contains(block.Element(k).Span()) {
						t.Errorf("%q, %q: element %d is in %d", one, two, k, i)
					}
				}
				if e.ID() != i {
					t.Errorf("%q, %q: <%s> has the ID %d, want %d", one, two, e.Name(), e.ID(), i)
				}
				if e.HasChildren() != (children > 0) {
					t.Errorf("%q, %q: <%s> has %d children, HasChildren is %t", one, two, e.Name(), children, e.HasChildren())
				}
			}
			b.WriteString("\n")
		}
	}
	golden.File(t, filepath.Join("testdata", "broken.txt"), []byte(b.String()))
}

// TestSectionEndsGolden compares with a file where a section without an end was meant to end, by
// the text in place of its end and what follows, and whether that is certain.
func TestSectionEndsGolden(t *testing.T) {
	var b strings.Builder
	for _, end := range []string{"", "]", "]]", "]>", "]]]", "] ]>", "]] >", "]]&gt;", "]&gt;"} {
		for _, rest := range []string{"</v>", "</v></v>", "", "</w>", "<b></v>", "</v>x</v>", "\n</v>"} {
			text := "<tool><tool_name>x</tool_name><arguments><v><![CDATA[a" + end + rest + "</arguments></tool>"
			for _, p := range xmlcall.ParseAt(text, 0).Problems {
				at, ok := p.At()
				if p.Kind == xmlcall.UnclosedCDATA && ok {
					fmt.Fprintf(&b, "%q: at %q, for %q, certain %t\n", end+rest, text[at:], p.Want, p.Certain)
				}
			}
		}
	}
	// A section that quotes a call, whose </tool> cuts the block: by what comes after the block.
	for _, quoted := range []string{"<tool>b</tool>", "<tool><v>b</v></tool>", "<v>b</v></arguments></tool>", "b</tool>"} {
		for _, after := range []string{"", "c", "c]]></v>", "c]]> </v>", "c]]>d</v>", "c]]></w>", "]]></v>", "</v>]]></v>", "]]></v></v>"} {
			block := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><v><![CDATA[a"+quoted+after+"</arguments></tool>", 0)
			fmt.Fprintf(&b, "%q, %q after it: %v", quoted, after, block.Span)
			for _, p := range block.Problems {
				at, ok := p.At()
				fmt.Fprintf(&b, ", %d %v %q %t %d %t", p.Kind, p.Span, p.Want, p.Certain, at, ok)
			}
			b.WriteString("\n")
		}
	}
	// Sections with several ends, and sections that are split.
	pieces := []string{"", "]]>", "]]]]><![CDATA[>", "]]><![CDATA["}
	for _, one := range pieces {
		for _, two := range pieces {
			for _, three := range pieces {
				raw := "<![CDATA[a" + one + "b" + two + "c" + three
				fmt.Fprintf(&b, "%q:", raw)
				for _, p := range xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+raw+"</v></arguments></tool>", 0).Problems {
					at, ok := p.At()
					fmt.Fprintf(&b, ", %d %v %q %t %d %t", p.Kind, p.Span, p.Want, p.Certain, at, ok)
				}
				b.WriteString("\n")
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "section-ends.txt"), []byte(b.String()))
}

// TestAdjacentProblems checks that each of two problems in a text that touch is found.
func TestAdjacentProblems(t *testing.T) {
	const before = "<tool><tool_name>x</tool_name><arguments><v>"
	pieces := []string{"&", "&nbsp;", "&#1;", "]]>", "\x01", "\uFFFE", "]", "a"}
	problem := map[string]bool{"&": true, "&nbsp;": true, "&#1;": true, "]]>": true, "\x01": true, "\uFFFE": true}
	for _, one := range pieces {
		for _, two := range pieces {
			if one == "]" && two == "]]>" {
				continue // which is "]" and "]]>" as well
			}
			b := xmlcall.ParseAt(before+one+two+"</v></arguments></tool>", 0)
			for piece, at := range map[string]int{one: len(before), two: len(before) + len(one)} {
				found := slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool { return p.Span.Start == at })
				if found != problem[piece] && one != two {
					t.Errorf("%q before %q: a problem at %q: %t", one, two, piece, found)
				}
			}
		}
	}
}

// TestReferenceAt checks that there is a reference at the '&' of one, and nothing at any other
// offset, in the text or not.
func TestReferenceAt(t *testing.T) {
	for _, text := range []string{"&amp;", "&lt; a", "a &#65; b &gt;", "&&amp;"} {
		for at := -2; at <= len(text)+1; at++ {
			want := at >= 0 && at < len(text) && text[at] == '&' && !strings.HasPrefix(text[at:], "&&")
			ref, _, ok := xmlcall.ReferenceAt(text, at)
			if ok != want || ok && (ref.Span.Start != at || text[ref.Span.End-1] != ';') {
				t.Errorf("%q at %d: %v, %t", text, at, ref, ok)
			}
		}
	}
	for text, want := range map[string]struct {
		problem xmlcall.ProblemKind
		length  int
	}{
		"&nbsp; a": {xmlcall.UnknownEntity, 6}, "&lt a": {xmlcall.UnterminatedReference, 3}, "&#65 a": {xmlcall.UnterminatedReference, 4}, "&#0; a": {xmlcall.InvalidCharacterReference, 4},
		"& a": {xmlcall.BareAmpersand, 1}, "&": {xmlcall.BareAmpersand, 1}, "&; a": {xmlcall.BareAmpersand, 1}, "&#; a": {xmlcall.BareAmpersand, 1}, "&abc": {xmlcall.BareAmpersand, 1},
	} {
		ref, problem, ok := xmlcall.ReferenceAt("a "+text, 2)
		if ok || problem != want.problem || ref.Span != (xmlcall.Span{Start: 2, End: 2 + want.length}) {
			t.Errorf("%q: %v, problem %d, %t", text, ref, problem, ok)
		}
	}
}

func describe(b *strings.Builder, block *xmlcall.Block) {
	v := block.Verdict()
	fmt.Fprintf(b, "  %v, %v, rest %v, %v %q, server %q, tool %q\n", block.Span, block.Delimiters, block.Rest(), v.Outcome, v.Reason, block.ServerName(), block.ToolName())
	for _, p := range block.Problems {
		at, ok := p.At()
		fmt.Fprintf(b, "  ! %d %v want %q, certain %t, at %d %t\n", p.Kind, p.Span, p.Want, p.Certain, at, ok)
	}
	if block.NumElements() > 0 {
		b.WriteString("   ")
		describeElement(b, block, 0)
		b.WriteString("\n")
	}
	if arguments, ok := block.Decode(); ok {
		b.WriteString("   ")
		describeValue(b, arguments)
		b.WriteString("\n")
	}
}

func describeElement(b *strings.Builder, block *xmlcall.Block, id xmlcall.ElementID) {
	e := block.Element(id)
	fmt.Fprintf(b, " %s[%d-%d %v", e.Name(), e.First(), e.Last(), e.Content())
	for i := e.First(); i <= e.Last(); i++ {
		if token := block.Tokens[i]; token.Element() == id {
			fmt.Fprintf(b, " %v", token.Kind())
			for r := range block.References(token) {
				fmt.Fprintf(b, " &%d", r.Span.Start)
			}
		}
	}
	for child := range block.Children(id) {
		describeElement(b, block, child)
	}
	b.WriteString("]")
}

func describeValue(b *strings.Builder, v *xmlcall.Value) {
	fmt.Fprintf(b, " %s=%q", v.Name, v.Text)
	if len(v.Children) > 0 {
		b.WriteString("(")
		for _, child := range v.Children {
			describeValue(b, child)
		}
		b.WriteString(")")
	}
}

// TestValueEqual checks which values are equal: those with the same names, text and children.
func TestValueEqual(t *testing.T) {
	value := func(name, text string, children ...*xmlcall.Value) *xmlcall.Value {
		return &xmlcall.Value{Name: name, Text: text, Children: children}
	}
	for _, test := range []struct {
		a, b *xmlcall.Value
		want bool
	}{
		{value("a", "x"), value("a", "x"), true},
		{value("a", "x"), value("b", "x"), false},
		{value("a", "x"), value("a", "y"), false},
		{value("a", "", value("b", "x")), value("a", "", value("b", "x")), true},
		{value("a", "", value("b", "x")), value("a", "", value("b", "y")), false},
		{value("a", "", value("b", "x")), value("a", "", value("b", "x"), value("b", "x")), false},
		{value("a", "", value("b", "x")), value("c", "", value("b", "x")), false},
		{value("a", "\n", value("b", "x")), value("a", "", value("b", "x")), true},
		{value("a", " y", value("b", "x")), value("a", "y\n", value("b", "x")), true},
		{value("a", "y", value("b", "x")), value("a", "", value("b", "x")), false},
		{value("a", " "), value("a", ""), false},
		{nil, nil, true},
		{value("a", ""), nil, false},
		{nil, value("a", ""), false},
	} {
		if got := test.a.Equal(test.b); got != test.want {
			t.Errorf("%+v, %+v: %t", test.a, test.b, got)
		}
	}
}

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
