package encode

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// leaf returns value as character data or as a CDATA section, as ADR-0024
// chooses. ok is false where XML cannot carry value at all.
func leaf(value string) (text string, ok bool) {
	if _, reason := tree.BadChar(value); reason != "" {
		return "", false
	}
	return string(Automatic.appendLeaf(nil, value, false)), true
}

// FuzzLeaf checks the encoding of a value against the parser: what is written decodes to the same
// value.
func FuzzLeaf(f *testing.F) {
	for _, s := range []string{"", "a && b", "]]>", "</tool>", "\r\n", strings.Repeat("<", 9), "]]]]>>", "<![CDATA[x]]>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		text, ok := leaf(value)
		if !ok {
			return
		}
		b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+text+"</v></arguments></tool>", 0)
		args, ok := b.Decode()
		if !ok || b.Verdict().Outcome != xmlcall.Runs {
			t.Fatalf("%q: %q: %v", value, text, b.Verdict())
		}
		if got := args.Children[0].Text; got != value {
			t.Fatalf("%q: %q decodes to %q", value, text, got)
		}
	})
}
