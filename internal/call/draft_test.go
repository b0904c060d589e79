package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestDraft checks which <tool> in a section starts its call again.
func TestDraft(t *testing.T) {
	const head, tail = "<tool><tool_name>converse</tool_name><arguments><message>", "</message></arguments></tool>"
	section := func(inner string) string { return head + "<![CDATA[" + inner + "]]>" + tail }
	for text, want := range map[string]int{
		section("a " + head + "<![CDATA[b"):                                                                 1,
		section("a " + head + "\n  <![CDATA[b"):                                                             1,
		section("a " + head + "<![CDATA[b " + head + "<![CDATA[c"):                                          2,
		section("a <tool> b " + head + "<![CDATA[c <tool> d"):                                               2,
		section("a <tool>\n<server_name>local</server_name>" + head[6:] + "<![CDATA[b"):                     1,
		section("a " + head + "b"):                                                                          0, // quotes a part
		section("a " + head + "<![CDATA[b]]&gt;" + "</message>"):                                            0,
		section("a " + strings.ReplaceAll(head, "<message>", "<text>") + "<![CDATA[b"):                      0,
		section("a " + strings.ReplaceAll(head, "<arguments>", "") + "<![CDATA[b"):                          0,
		section("a " + head + "</message></arguments><message><![CDATA[b"):                                  0,
		section("a <tool> " + head[6:] + "<message>x"):                                                      0,
		head + "<![CDATA[a " + strings.Replace(head, "</tool_name>", "</name>", 1) + "<![CDATA[b]]>" + tail: 1,
		section("a <tool> is " + head[6:] + "<![CDATA[b"):                                                   0,
		head + "<![CDATA[a " + head + "<![CDATA[b]]>c" + tail:                                               1,
		head + "<![CDATA[a " + head + "<![CDATA[b]]]]><![CDATA[>" + tail[:10] + "]]>" + tail:                0,
	} {
		again, _, ok := Draft(xmlcall.ParseAt(text, 0))
		if n := strings.Count(text[:again.Start], "<tool>"); ok != (want > 0) || ok && n != want {
			t.Errorf("%s: the call starts again at its <tool> %d (%v), want %d", text, n, ok, want)
		}
	}
}
