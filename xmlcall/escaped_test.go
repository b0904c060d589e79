package xmlcall_test

import (
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestEscaped checks calls whose tags are escaped: their extent, and the call that was meant.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"&lt;tool&gt;&lt;/tool&gt;": "<tool></tool>",
		"&lt;tool&gt;&lt;tool_name&gt;a &amp;amp; &#39;b&#39; &copy; &#10; &&lt;/tool_name&gt;&lt;/tool&gt;": "<tool><tool_name>a &amp; 'b' &copy; &#10; &</tool_name></tool>",
		"&lt;tool><tool_name>a &amp; b</tool_name>&lt;/tool>":                                                "<tool><tool_name>a &amp; b</tool_name></tool>",
		"&lt;tool&gt;{&quot;a&quot;: &quot;&lt;b>&quot;}&lt;/tool&gt;":                                       `<tool>{"a": "<b>"}</tool>`,
		"&lt;tool&gt;a &lt;b&gt;<b>&lt;/tool&gt;":                                                            "<tool>a <b><b></tool>",
		"&lt;tool&gt;": "", "&lt;tool &lt;/tool&gt;": "", "&lt;/tool&gt;": "", "&lt;tool&gt;<tool>&lt;/tool&gt;": "<tool><tool></tool>",
	} {
		const before = "a "
		b := xmlcall.ParseAt(before+text+" b", len(before))
		if want == "" {
			if b.Delimiters != xmlcall.Unrecognized || b.NumElements() != 0 {
				t.Errorf("%s: %v", text, b.Delimiters)
			}
			continue
		}
		at := b.Span.Start
		for _, token := range b.Tokens {
			if token.Span().Start != at {
				t.Errorf("%s: token %v after %d", text, token.Span(), at)
			}
			at = token.Span().End
		}
		if b.Delimiters != xmlcall.Escaped || b.Source() != text || at != b.Span.End || b.NumElements() != 1 ||
			b.Element(0).Name() != "tool" || b.Verdict().Outcome != xmlcall.Refused {
			t.Errorf("%s: %v, %q, %d elements, name %q, %v", text, b.Delimiters, b.Source(), b.NumElements(), b.Element(0).Name(), b.Verdict())
		}
		if got := b.Unescaped(); got != want {
			t.Errorf("%s: meant %s, want %s", text, got, want)
		}
	}
	if b := xmlcall.ParseAt("<Tool>&lt;</Tool>", 0); b.Unescaped() != b.Source() {
		t.Errorf("unescaped: %s", b.Unescaped())
	}
}
