package xmlcall

import "testing"

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
