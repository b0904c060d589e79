package xmlcall

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// blocksOf returns the blocks of a text for the runtime as it is shipped.
func blocksOf(text string) []*Block { return slices.Collect(Blocks(text, Options{})) }

// TestConformance checks the verdict and the decoded arguments of every block against
// what the runtime returned.
func TestConformance(t *testing.T) {
	blocks := map[string]int{} // by kind
	for _, c := range cases.Load(t, "assistant", "document") {
		for _, want := range c.Oracle.Blocks {
			if c.Kind == "document" && c.ID == "d-doc-07" {
				continue // in a block quote, which package document unwraps first
			}
			blocks[c.Kind]++
			b := ParseAt(c.Text, want.Start)
			checkTiles(t, b)
			v := b.Verdict()
			if b.Span != (Span{want.Start, want.End}) {
				t.Errorf("%s: span %v, want %d-%d", c.ID, b.Span, want.Start, want.End)
			}
			if got := v.Outcome != Refused; got != want.Accept {
				t.Errorf("%s: accept %v (%s), want %v (%s)", c.ID, got, v.Reason, want.Accept, want.Error)
				continue
			}
			if v.Fallback != want.Fallback {
				t.Errorf("%s: fallback %v, want %v", c.ID, v.Fallback, want.Fallback)
			}
			if !want.Accept {
				if !strings.HasSuffix(want.Error, v.Reason) {
					t.Errorf("%s: reason %q, want %q", c.ID, v.Reason, want.Error)
				}
				continue
			}
			if want.PrimaryError != "" && v.Reason != want.PrimaryError {
				t.Errorf("%s: reason %q, want %q", c.ID, v.Reason, want.PrimaryError)
			}
			if b.ToolName() != want.Tool || b.ServerName() != want.Server {
				t.Errorf("%s: %s/%s, want %s/%s", c.ID, b.ServerName(), b.ToolName(), want.Server, want.Tool)
			}
			args, ok := b.Decode()
			if ok != want.HasArguments {
				t.Errorf("%s: has arguments %v, want %v", c.ID, ok, want.HasArguments)
			}
			if ok {
				if got, want := render(args), render(tree(want.Arguments)); got != want {
					t.Errorf("%s: arguments %s, want %s", c.ID, got, want)
				}
			}
		}
	}
	for kind, n := range blocks {
		t.Logf("%s: %d blocks with the runtime's verdict, error and arguments", kind, n)
	}
}

// tree returns what the runtime decoded as a value.
func tree(t *cases.Tree) *Value {
	v := &Value{}
	if t != nil {
		v.Name, v.Text = t.Name, t.Text
		for _, child := range t.Children {
			v.Children = append(v.Children, tree(child))
		}
	}
	return v
}

// checkTiles fails the test unless the tokens tile the block and every
// position points at the bytes that it claims.
func checkTiles(t testing.TB, b *Block) {
	t.Helper()
	at := b.Span.Start
	for i, tok := range b.Tokens {
		if tok.Span().Start != at || tok.Span().End <= at {
			t.Fatalf("token %d %v: starts at %d, want %d", i, tok, tok.Span().Start, at)
		}
		if tok.Inner().Start < tok.Span().Start || tok.Inner().End > tok.Span().End || tok.Inner().End < tok.Inner().Start {
			t.Fatalf("token %d %v: inner outside of span", i, tok)
		}
		if !b.has(tok.Element()) {
			t.Fatalf("token %d %v: no such element", i, tok)
		}
		src := b.Slice(tok.Span())
		switch tok.Kind() {
		case StartTag, EndTag, CDATA, Comment, ProcInst, Directive:
			if src[0] != '<' {
				t.Fatalf("token %d: %q is no markup", i, src)
			}
		case Text:
			from := tok.Span().Start
			for ref := range b.References(tok) {
				src := b.Slice(ref.Span)
				if ref.Span.Start < from || ref.Span.End > tok.Span().End || src[0] != '&' || src[len(src)-1] != ';' || ref.Text == "" {
					t.Fatalf("token %d: %q is no reference", i, src)
				}
				from = ref.Span.End
			}
		}
		at = tok.Span().End
	}
	if at != b.Span.End {
		t.Fatalf("tokens end at %d, block at %d", at, b.Span.End)
	}
	parents := map[ElementID]bool{}
	for i, e := range b.Elements() {
		if e.Parent() >= i || i > 0 && e.Parent() < 0 {
			t.Fatalf("element %d %+v: parent", i, e)
		}
		parents[e.Parent()] = true
		if e.Start().End > e.End().Start || b.Text[e.Start().Start] != '<' {
			t.Fatalf("element %d %+v: spans", i, e)
		}
		if i > 0 && !b.Element(0).Span().Contains(e.Span()) && e.Parent() == 0 && b.Element(0).End().Len() == 0 {
			t.Fatalf("element %d %+v: outside of the tool element", i, e)
		}
	}
	for i, e := range b.Elements() {
		if e.HasChildren() != parents[i] {
			t.Fatalf("element %d %+v: has children %t", i, e, e.HasChildren())
		}
		if i >= 50 {
			continue // a value holds everything inside it
		}
		if v := b.Value(i); e.Text() != v.Text || e.Local() != v.Name {
			t.Fatalf("element %d: %q, %q; its value %q, %q", i, e.Local(), e.Text(), v.Name, v.Text)
		}
	}
	at = b.Span.Start
	for _, p := range b.Problems {
		if p.Span.Len() == 0 || !b.Span.Contains(p.Span) || p.Span.Start < at {
			t.Fatalf("problem %+v: span, after %d", p, at)
		}
		at = p.Span.Start
	}
}

func TestRepairConformance(t *testing.T) {
	all := cases.Load(t, "escape")
	for _, c := range all {
		if got := Repair(c.Text); got != c.Oracle.Escaped {
			t.Errorf("%s: Repair(%q) = %q, want %q", c.ID, c.Text, got, c.Oracle.Escaped)
		}
	}
	t.Logf("escape: %d cases", len(all))
}

// TestSmallConformance compares what is reported of the calls that TestSmallGolden reads with
// encoding/xml.
func TestSmallConformance(t *testing.T) {
	calls, err := os.ReadFile(filepath.Join("testdata", "small.txt"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(calls)) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			continue // a comment, or what is reported
		}
		b := ParseAt(text, strings.IndexByte(text, '<'))
		checkTiles(t, b)
		if b.Delimiters == Closed {
			checkVerdict(t, b)
			compared++
		}
	}
	if compared < 200 {
		t.Errorf("%d calls were compared", compared)
	}
}

// malformed are texts that the strict parser refuses, or reads in an unusual way, each
// for a different reason.
var malformed = []string{
	// tags
	"<", "</", "< a", "<>", "</>", "<1a>", "<-a/>", "<a:b:c/>", "</a:b:c>", "<a", "<a ", "<a /", "<a / >", "</a", "</a b>", "</a ", "<é", "<\xff>", "<a\xff/>",
	"<a></b>", "<x:a></x:b>", "</x>", "<a>", "<tool>", "</Tool>", "<é/>", "<·a/>",
	// attributes
	"<a b>", "<a b/>", "<a b=>", "<a b=c>", "<a b=c/>", "<a b=c d='e'/>", `<a b="c>`, `<a b="<"/>`, "<a b='x\n<y'>", `<a b = "c"/>`, `<a b="&"/>`, `<a b="&#0;"/>`, `<a b="]]>"/>`,
	`<a :b:="c"/>`, `<a b:c:d="e"/>`, `<a 1="x"/>`, `<a "x"/>`, `<a b="c"d="e"/>`, "<a b=", "<a b", "<a b ", `<a b="c" b="d"/>`, `<a b="&nbsp;&lt;&amp"/>`,
	// references
	"&", "&&", "&;", "&a", "&a;", "&1;", "&amp", "&lt &gt;", "&#", "&#;", "&#x;", "&#65", "&#65;", "&#x41;", "&#X41;", "&#X41", "&#0;", "&#xD800;", "&#1114112;", "&#99999999999999999999;", "&#xFFFE;", "&é;", "&a.b-c;", "& &#0;",
	"&gt;&quot;&apos;&amp;&lt;", "&quot", "&apos", "&gt",
	// characters
	"\x00", "\x01&", "a\x0bb", "\ufffe", "\uffff", "\xff", "\xc3", "\xed\xa0\x80", "\u00a0\u0085\u007f\ufeff\ufffd", "\xf4\x90\x80\x80", "\U0010FFFF", "\u0800\uac00\ud7ff\ue000",
	"]]>", "]]", "]]]>", "a]]>&", "]]>\x00", "\x00]]>",
	// sections
	"<![CDATA[", "<![CDATA[x]]", "<![CDATA[\x00]]>", "<![CDATA[\xff]]>", "<![CDATA[&]]>", "<![CDATA[&]]>&", "<![cdata[x]]>", "<![CDATA [x]]>", "<![", "<! [CDATA[x]]>", "<!CDATA[x]]>", "<[CDATA[x]]>", "<![CDATA x]]>",
	"<![CDATA[a]]]]><![CDATA[>b]]>", "<![CDATA[a]]>b]]>", "<![CDATA[</x>]]>",
	// comments
	"<!--", "<!-", "<!-x-->", "<!-- a -- b -->", "<!---->", "<!--->", "<!-- --- -->", "<!-- & -->", "<!-- \x00 -->",
	// instructions and declarations
	"<?", "<?a", "<?a?>", "<? a?>", "<?1?>", "<?a b", "<?é?>", "<?a\xff?>", `<?xml version="1.0"?>`, `<?xml version="1.1"?>`, `<?xml version="1.0" encoding="latin1"?>`, `<?xml encoding="UTF-8"?>`, "<?xml?>", "<?xml",
	// directives
	"<!", "<!>", "<!x", "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY b 'c>'>]>", "<!DOCTYPE a [<!-- > -->]>", "<!a <!-- >", "<!a <b>", "<!a '>", `<!a ">">`, "<!<a>",
}

// TestSyntaxErrors checks verdict and reason against encoding/xml: the wording is the
// runtime's.
func TestSyntaxErrors(t *testing.T) {
	for _, text := range malformed {
		for _, wrap := range [][2]string{
			{"<tool><tool_name>x</tool_name><arguments>\n<a>", "</a></arguments></tool>"},
			{"<tool>\n", "<tool_name>x</tool_name></tool>"},
			{"<tool><tool_name>x</tool_name>", "</tool>"},
			{"<tool><tool_name>", "</tool_name></tool>"},
			{"<tool><tool_name>x</tool_name><a>one</a>\n<a>&", "</a>\r\n</tool>"},
		} {
			src := wrap[0] + text + wrap[1]
			b := ParseAt(src, 0)
			if b.Delimiters != Closed {
				continue
			}
			checkTiles(t, b)
			checkVerdict(t, b)
		}
	}
}
