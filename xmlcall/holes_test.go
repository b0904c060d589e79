package xmlcall_test

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestHoles checks that no markup starts or ends in a hole, and that the text of a block is as written.
func TestHoles(t *testing.T) {
	const head, tail = "<tool><server_name>local</server_name><tool_name>x</tool_name><arguments>", "</arguments></tool>"
	for _, test := range []struct {
		content string // its holes are in ‹ and ›
		want    xmlcall.Outcome
	}{
		{"<path>‹{% if n < 3 %}›</path>", xmlcall.Runs},
		{"<path>‹{% if n < 3 %}›a < b</path>", xmlcall.Refused},
		{"<path>‹</path>›</path>", xmlcall.Runs},
		{"‹</tool>›<path>a</path>", xmlcall.Runs},
		{"‹<![CDATA[›<path>a</path>", xmlcall.Runs},
		{"<path><![CDATA[‹]]>›]]></path>", xmlcall.Runs},
		{"<path>‹{{ a && b }}›</path>", xmlcall.Runs},
		{"<path>‹{{ a && b }}› & c</path>", xmlcall.Repaired},
		{"<‹{{ .Key }}›>a</‹{{.Key}}›>", xmlcall.Runs},
		{"<a‹{{.B}}›>a</a‹{{.B}}›>", xmlcall.Runs},
		{"<path a=\"‹{{ \"b\" }}›\">a</path>", xmlcall.Runs},
		{"<!-- ‹{{!-- a --}}› --><path>‹\x00›</path>", xmlcall.Runs},
	} {
		var holes []xmlcall.Span
		marked := head + test.content + tail
		for {
			before, rest, ok := strings.Cut(marked, "‹")
			if !ok {
				break
			}
			inner, after, _ := strings.Cut(rest, "›")
			holes = append(holes, xmlcall.Span{Start: len(before), End: len(before) + len(inner)})
			marked = before + inner + after
		}
		for _, p := range []*xmlcall.Parser{xmlcall.NewParser(marked, xmlcall.Options{Holes: holes}), xmlcall.NewParser(marked, xmlcall.Options{Holes: holes}).Between(0, len(marked))} {
			if b := p.At(0); b.Verdict().Outcome != test.want || b.Source() != marked {
				t.Errorf("%s: %v: %s\n%s", test.content, b.Verdict().Outcome, b.Verdict().Reason, b.Source())
			}
		}
	}
}
