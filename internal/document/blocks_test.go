package document

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// plainParser is blockParser with goldmark's own parsers.
var plainParser = newBlockParser(parser.NewParagraphParser(), parser.NewSetextHeadingParser())

// outlineOf returns the outline of a text.
func outlineOf(src []byte, parse func([]byte) ast.Node) *outline {
	o := new(outline)
	o.reset()
	o.add(src, 0, parse)
	return o
}

func checkOutline(t *testing.T, src string) {
	t.Helper()
	got := outlineOf([]byte(src), parseBlocks)
	want := outlineOf([]byte(src), func(src []byte) ast.Node { return plainParser.Parse(text.NewReader(src)) })
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q\n got %+v\nwant %+v", src, got, want)
	}
}

// TestOutline checks that hiding lines from goldmark does not hide any from us.
func TestOutline(t *testing.T) {
	for _, page := range pages(t) {
		checkOutline(t, page)
	}
	for _, c := range cases.Load(t) {
		if len(c.Text) < 1<<14 {
			checkOutline(t, c.Text)
		}
	}
	parts := []string{
		"a", "b\n", "\n", "\n\n", "- ", "* x", "1. ", "> ", "    ", "  ", "\t", "===\n", "---\n", "# h\n", "```\n", "~~~", "<div>\n", "<!-- ", "-->", "[x]: y\n",
		"\r\n", "c d ", "\\\n", "\n---", "\n===", "| a | b |\n", "***\n", "+ z\n", "\ufeff", "\xff", "\x00", "<pre>", "</pre>\n",
	}
	random := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		var src strings.Builder
		for range random.IntN(16) {
			src.WriteString(parts[random.IntN(len(parts))])
		}
		checkOutline(t, src.String())
	}
}

func FuzzOutline(f *testing.F) {
	for _, c := range cases.Load(f, "document") {
		if len(c.Text) < 1<<12 {
			f.Add(c.Text)
		}
	}
	f.Add("a\nb\n===\n- c\n  ---\n> d\n> - e\n> f\n=\n")
	f.Fuzz(func(t *testing.T, src string) { checkOutline(t, src) })
}
