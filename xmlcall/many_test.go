package xmlcall

import (
	"fmt"
	"strings"
	"testing"
)

// argumentsOf returns the intended arguments of a block.
func argumentsOf(b *Block) *Value {
	arguments := b.Arguments()
	return b.Value(arguments)
}

// inArguments returns the argument of a name.
func inArguments(b *Block, name string) ElementID {
	arguments := b.Arguments()
	id, _ := b.Child(arguments, name)
	return id
}

// TestMany reads values with thousands of problems. It checks that the verdict and its
// reason are still the runtime's, and that the field with the problems ends where it
// should.
func TestMany(t *testing.T) {
	const n = maxProblems + 100
	hostile := []string{
		"<", "&", "<![CDATA[", "]]>", "<a>", `<a b="`, "<!--", "<!", "<?a ", "</a>", "<a></b>", "<tool>", "<edits><edit>", "<x><![CDATA[]]>",
		"<x><[CDATA[]]>", "<![CDATA[a]]>b", "]]>b", "\x00", "</tool><tool><arguments>",
	}
	for _, text := range append(hostile, malformed...) {
		for _, body := range []string{
			strings.Repeat(text, n),
			strings.Repeat("& ", n) + text,
			strings.Repeat("< ", n) + text + "</x>",
		} {
			src := "<tool>\n<tool_name>x</tool_name>\n<arguments>\n<v>" + body + "</v>\n<w>y</w>\n</arguments>\n</tool>"
			b := ParseAt(src, 0)
			checkTiles(t, b)
			if b.Delimiters != Closed || b.Span.End != len(src) {
				continue // a </tool> in the text cut it
			}
			checkVerdict(t, b)
			if len(b.Problems) > 4*maxProblems {
				t.Errorf("%d problems of %q", len(b.Problems), text)
			}
		}
	}
	b := ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+strings.Repeat("< ", n)+"</v>\n</arguments></tool>", 0)
	v := inArguments(b, "v")
	if !b.MoreProblems || v == NoElement || b.Element(v).Unclosed() || !strings.HasSuffix(b.Slice(b.Element(v).Content()), "< < ") {
		t.Errorf("more %v, element %d of %+v", b.MoreProblems, v, b.elements)
	}
}

// TestManySound reads calls with one slip in them that are far larger than the limit on
// recorded problems, and checks that all valid parts are read as intended.
func TestManySound(t *testing.T) {
	const n = 2 * maxProblems
	edits := strings.Repeat("<edit><search>a &lt; b</search><replace><![CDATA[a > b]]></replace></edit>\n", n)
	for _, c := range []struct{ name, open, slip, close string }{
		{"raw", "<tool>", "<path>a < b</path>", "</tool>"},
		{"code", "<tool>", "<path>" + strings.Repeat("a < b && ", n) + "</path>", "</tool>"},
		{"unclosed", "<tool>", "<path>a.go\n", "</tool>"},
		{"no end", "<tool>", "<path>a.go</path>", "\nprose behind it"},
		{"no end but another", "<tool>", "<path>a.go</path>", "</Tool>"},
		{"no start", "<Tool>", "<path>a.go</path>", "</tool>"},
	} {
		src := c.open + "<tool_name>apply_diff</tool_name><arguments>" + c.slip + "<edits>" + edits + "</edits></arguments>" + c.close
		b := ParseAt(src, 0)
		checkTiles(t, b)
		arguments := argumentsOf(b)
		if b.MoreProblems != (c.name == "code") || len(arguments.Children) != 2 {
			t.Errorf("%s: more %v, %d arguments", c.name, b.MoreProblems, len(arguments.Children))
			continue
		}
		list := arguments.Children[1]
		if last := list.Children[len(list.Children)-1]; len(list.Children) != n || len(last.Children) != 2 || last.Children[1].Text != "a > b" {
			t.Errorf("%s: %d edits, the last has %d members", c.name, len(list.Children), len(last.Children))
		}
		if c.name == "no end" && b.Span.End != strings.Index(src, "\nprose") {
			t.Errorf("%s: the call ends at %d", c.name, b.Span.End)
		}
	}
}

// TestManyEnds reads sections and values that quote hundreds of their own end
// delimiters.
func TestManyEnds(t *testing.T) {
	const n = 300
	for _, c := range []struct{ name, content, want string }{
		{"section ends", "<![CDATA[" + strings.Repeat("a[b[0]]>c;\n", n) + "]]>", strings.Repeat("a[b[0]]>c;\n", n)},
		{"sections in a section", "<![CDATA[" + strings.Repeat("<i><![CDATA[x]]></i>\n", n) + "]]>", strings.Repeat("<i><![CDATA[x]]></i>\n", n)},
		{"sections beside each other", "<![CDATA[x < y]]>" + strings.Repeat("<![CDATA[x]]>b", n) + " < ", "x < y" + strings.Repeat("xb", n) + " < "},
	} {
		b := ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+c.content+"</v><w>y</w></arguments></tool>", 0)
		checkTiles(t, b)
		checkVerdict(t, b)
		arguments := argumentsOf(b)
		if len(arguments.Children) != 2 || arguments.Children[0].Text != c.want || b.MoreProblems {
			t.Errorf("%s: read as %.200q", c.name, arguments.Children[0].Text)
		}
	}
	quoted := strings.Repeat("the end tag is &lt;/v>, not </v> \n", n)
	src := "<tool><tool_name>x</tool_name><arguments><v>A call ends with </tool> and\n" + quoted + "</v>\n</arguments></tool> prose"
	b := ParseAt(src, 0)
	if want := strings.Index(src, " prose"); b.Rest().End != want {
		t.Errorf("the rest of the call ends at %d, not at %d", b.Rest().End, want)
	}
}

// TestManyOpen reads calls with more open elements than are searched for the start tag of an end tag:
// end tags that may be text leave elements open without a problem for each. The call's own end tag
// closes it all the same, and no other one does.
func TestManyOpen(t *testing.T) {
	for _, n := range []int{600, 900} {
		start, end := strings.Repeat("<a>", n), strings.Repeat("</a>", n)
		for _, times := range []int{2, 3} {
			src := "<tool><tool_name>x</tool_name><arguments>" + strings.Repeat(start+"<b><c></b>"+end, times) + "</c></b></a>"
			b := ParseAt(src+"</tool > and </tool>", 0)
			if end := b.Element(0).End(); b.Slice(end) != "</tool >" {
				t.Errorf("%d times %d elements: the call ends with %q, want the first end tag of its name", times, n, b.Slice(end))
			}
			src += "</arguments></tool>"
			b = ParseAt(src, 0)
			checkTiles(t, b)
			if root := b.Element(0); root.End() != (Span{len(src) - len(toolClose), len(src)}) {
				t.Errorf("%d times %d elements: the call ends with %q at %d of %d", times, n, b.Slice(root.End()), root.End().Start, len(src))
			}
			for _, p := range b.Problems {
				if p.Kind == UnrecognizedTag {
					t.Errorf("%d times %d elements: %q is said to be %s", times, n, b.Slice(p.Span), p.Want)
				}
			}
		}
	}
}

// TestManyNames checks that the tags of a call with a mistake belong together however many names its
// elements have.
func TestManyNames(t *testing.T) {
	for _, n := range []int{1, 10, 13, 14, 15, 16, 17, 18, 40} {
		var w strings.Builder
		for i := range n {
			fmt.Fprintf(&w, "<a%d>x</a%d>", i, i)
		}
		b := ParseAt("<tool><tool_name>x</tool_name><arguments><v>a < b</v>"+w.String()+w.String()+"</arguments></tool>", 0)
		if len(b.Problems) != 1 || b.Problems[0].Kind != RawLessThan || b.NumElements() != 4+2*n {
			t.Errorf("%d names: %d elements, %v", n, b.NumElements(), b.Problems)
		}
		for _, e := range b.Elements() {
			if want := "</" + e.Name() + ">"; b.Slice(e.End()) != want {
				t.Errorf("%d names: <%s> ends with %q", n, e.Name(), b.Slice(e.End()))
			}
		}
	}
}
