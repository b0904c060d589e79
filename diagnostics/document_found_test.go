package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/text"
)

// TestEditsFound repeats edits after which a document differed from the result of
// reading its text, as found and reduced by TestDocument: with items of one byte, if
// seams permit, and messages that are long from 300 bytes on.
func TestEditsFound(t *testing.T) {
	small(t, 1, 300)
	for _, test := range []struct {
		kind document.Kind
		edit edits.Edit
		text string
	}{
		{document.Document, edits.Edit{From: 20, To: 20, With: ""}, "\ufeff<tool><servername"},
		{document.Document, edits.Edit{From: 2, To: 3, With: ""}, "❌\n# <tool><servername</tool>\ns"},
		{document.Document, edits.Edit{From: 41, To: 41, With: ""}, "<!--wrong-->\n<tool><servername</tool>\n=\n,"},
		{document.Document, edits.Edit{From: 41, To: 41, With: ""}, "<tool><servername>\n```\n<tool><servername</tool>"},
		{document.Auto, edits.Edit{From: 56, To: 56, With: ""}, "<tool>\n//forge-lsp-enable\n<tool></tool><tool><servername"},
		{document.Document, edits.Edit{From: 118, To: 118, With: "\xff"}, "<tool><servername</tool>\n\n<tool><server_name>l</e><toolname>write_file</s><path>t</h><content></s></tool>\n\n<arguments>"},
		{document.Reply, edits.Edit{From: 3, To: 3, With: ""}, "~~~<tool></tool>\n~~~\nAssistant:\n<tool><server_name>l</server_name><tool_name>l</tool_></tool>\n\xa6message\xa7ASSISTANT"},
		{document.Reply, edits.Edit{From: 32, To: 32, With: "---\n"}, "ll.\r\n\r\n## Fixes\r\n\r\n- `Remove this <tool_name>t</content>\r\n</arguments>\r\n</tool><tool>\r\n<server_name>local</server_name>\r\n<tool_na\n</arguments>\r\n</tool>\r\n\r\n<tool>\r\n<server_name>local</server_name>\r\n<tool_name>search_files</tool_name>\r\n<arguments>\r\n  <pattern>[&|^]=</pattern>\r\n</arguments>\r\n</tool>"},
		{document.Log, edits.Edit{From: 2, To: 2, With: "    </tool>"}, "arguments>\n</\n  > <tool>\n  <server_name>local</server_name>\n  <tool_name>read_file</tool_name>\n  <arguments>\n    <path>a & b.md</path>\n  </arguments>\n  </tool>\n\n[ref]:which\n\n\n<Tool>\n<server_name>name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</Tool>\n{{ x\n\n\n    ## Assistant\n"},
		{document.Log, edits.Edit{From: 3, To: 3, With: "<tool></tool>"}, "conten\no finding of its own.\n\n## A bad example1. <?php\n   don't:\n   ?>\n\n2. <pre>\n   - é b: example <br> usd no reference in them may have been meant as text. Rewriting JSON is certain\nwhere it parses without a member given twice, every name is one of the tool's, and the tool\naccepts th> </tool>\ne va"},
		{document.Reply, edits.Edit{From: 17, To: 17, With: "<tool><servername</tool>"}, "<thinking>br>othing</b> 😀 or example</thinking>\r\n<?php\r\n<!ol>\r\n    <serve don't: [ref] <b>nothing</b> 😀 or example</thinking>\r\n<?php\r\n<!--   <tool_name>converse</tool_name>\r\n    <arame>\r\n  <mes/sage>&#38; stays, &#x26; stays, bare & is repaired</message>\r\n<\n\n<![CDATA[\n\n/arguments>\r\n</tool>~~~\r\n"},
		{document.Log, edits.Edit{From: 301, To: 301, With: "<tool>"}, "ge>\n</arguments>\r</tool>\n```\r\nThe runtime rns the call.\r\rcontinuation (no loging to avoid noise)\n\r\n**Pros:**\n- Sur> <!--\ngical fix targeting the actual problem\n- Minimal performance impact (only on failures)\r\n- Simple to implement and test\r\n- Preserves all valid XML behavior\n- Addresses 95%+ of parsi"},
		{document.JSON, edits.Edit{From: 1, To: 1, With: ""}, "[{\"\":[{\"\":\"\",\"\":\"\"}]},{ \"es\": {\n    \"age\": {\n \"cot\":\"<tool"},
		{document.Log, edits.Edit{From: 172, To: 172, With: ">"}, "   ?>\n> </tool>\n\n<![CDATA[\n````xml\n" + plainCall + "````\n]]>\n\n" + plainCall + "\n"},
		{document.Log, edits.Edit{From: 16, To: 16, With: "</tool>"}, "\"folded text\\n\"\n\nUnsupported XML declaration: expected versies the call: xml: encoding \"IS\n\n<tool>\n<server_name>local</server_name>\n<arguments>\n  <path>a < b</path>\n</arguments>\n</tool>\n\nle-->() Method to Tool Interfac?>**Pros:**\n- Most explicit and clear\n- Each tool provides its own \n<!--concrete ex"},
		{document.Auto, edits.Edit{From: 172, To: 173, With: ""}, "User:\nAssistant: <tool>\n<server_name/sver_nats>\n  <path>a.md<server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n````\n\n\n<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<!-- wrong -->\n  <path>a.md</path>\n</arguments>\n</tool>\n"},
		{document.Log, edits.Edit{From: 191, To: 191, With: "<tool>"}, "ts>\n</tool><tool>\n<serve<tool_name>converse</tool_ns>\n</tool>\n<![CDATA[\n<thinking>title=\"x>y\" or <b>nothing</b>\n\n\n<!-- forge-lsp-disable-next-call unknown-tool missing-server-name -->\n\n<thinking>\"t\") <br> end <b>nothing</b> don't: which - [ref] Words</thinking>\n\n``\r\n`xml bad\n<tool><server_name>local<"},
		{document.Auto, edits.Edit{From: 208, To: 208, With: "</thinking>"}, "<tool> ample w<tool>\n   <server_name>tool_<thinking>\"t\") <br> example b:\n\r\n````\r\n<tool>\n</arguments>\r\n</tool>\n````\n\n<!DOCTYPE x\r\nWords `a &amp;\r\r\n> ~~~\n> <tool>\r> <server_name>localame>read_file</tool_name>\r> <ay\" \"t\") of title=\"x>y\" 😀 c> use mean\n\n<thinking>[l](u \"t\") 😀</thinking>\n\n  &amp;\r\n\r&"},
		{document.Auto, edits.Edit{From: 199, To: 199, With: "thinking>"}, "ummary>> <thinking>c> 1. Words b: prose, &amp; usnknown-tol\n\n\n> <tool>\n<server_name>la.md</path>\n</arguments>\n</tool>\n\n[ref]: <tool> 'a\n\n<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<!-- wrong -->\n  <path>a.md</path>\n</arguments>\n</tool>\n\n\n1. <thinking><br> & ["},
		{document.Auto, edits.Edit{From: 206, To: 206, With: "</thinking>"}, "l\n<tool>\n<ser\n<arguments>\n  <mess    <thinking>age>hi</message>\n  <1st>x</1st>\n</arguments>\n</tool>\n-- argument.findings --\nt was meant\n\n```xml\n<tool>\n<server_name>local</server_name>\n<tool_name>co\n</tool>\n```\n\nThe\xff runtime runs  off\n   <thinking>age>hi</message>\n  <1st>x</1st>\n</arguments>\n</tool>\n-"},
		{document.Auto, edits.Edit{From: 106, To: 106, With: "</thinking>"}, " <thinking> which which `<tool>`\n> \n>path>a.md</path>\n</arguments>\n</tool>\n~~~\n\n[ref]: x\n- <tool>\n  <servol>\n  - c> \"t\") \n        ---\n\n<!-- forge-lsp-disable raw-less-than -->\n\n- <tool>\n  <server_name>local</server_name>\n  <tool_name>read\n   \n   2. or title=\"x>y\" Words\n\n2. [ref]: <tool> 'a\n<thinking>"},
		{document.Auto, edits.Edit{From: 205, To: 205, With: "</thinking>"}, ">     \n>     <thinking>    **Assistant:**sethis>\n</tool>\n````\r\r\n\r\n<tool>\n<server_name>local</server_name>\r<tool_name>read_file</t</arguments>\n</tool>\n~~~\r\n\n~~~\n<tool>\n<server_namsuch_tool</tool_name>\r<arguments>\r  <\n\r\n# [ref]: u\r\r## Assistant\r\r> User: <thinking>\\< of</thinking>\r> \r> >     &amp; & *go"},
		{document.Log, edits.Edit{From: 199, To: 200, With: ""}, "ad\r        <tool>\n        <server_name>ld</path>\n        </arguments>\n        </tool>\r\n  1.\n        \n        <thinking>b: mean wrong: ple é\n   \n   2. [ref]: u\n\n2--|---|\r   | <tool> | `x` |\r\n\n<thinking>1. - \\< of title=\"x>y\" Words \"t\") [l](u wrong: b:</thinking>\n\r\n# Bad\n\n❌ WRONG:\r\n```xml\r\n<tool>\r\n<s"},
		{document.Reply, edits.Edit{From: 0, To: 0, With: "</tool>"}, "i`a` or don'<![CDATA[\nt:\n\n\n```xml bad\n<tool>\n<server_name>local</server_name>\n<tool_name>add_&note</tool_name>\n<ar,guments>\n  <> </thinking>\ncontent>x</content>\n  <tags><tag></tag><tag>b</tag><tag>c</tag><tag>d</tag><tag>e</tag><tag>f</tag></tag~~~\ns>\n</aruments>\n\n<!-- forge-lsp-disable-next-call -->"},
		{document.Reply, edits.Edit{From: 306, To: 306, With: ""}, "ments>\n  \n\n<tool>\n<server_name>local</servguments>\n</tool>\n\n </tool>\n   ~~~\n\n<thinking>end \"t\") don'tguments>\n</tool>\n~~~\n\n~~~xml bad\n<tool>\n<server_name>lguments>\n  <path>a.md</path>\n</arguments>\n</tool>\n~~~\n\n<tool>\n<server_name>local</server_name>\n<tool_name>run_g:\n\n2026-10-01 09:30:00 INFO reply:\n*User\n*Assistant"},
		{document.Auto, edits.Edit{From: 162, To: 410, With: "[//]: # (forge-lsp-disable-file unescaped-ampersand -- why)\n"}, "User:\nAssistant: \xf0&al\n  <tool>\n\n-->\n  <ser\n  </tool>\n  `](which 😀 example]]>\n\n-{% of [ref] Words <br> example <b>nothing</b>\n- <details>\n  <summary>~~~\n  <tool>\n  <server_name>local</server_name>\n  <tool_name>read_file</tool></too<a title=\"x > y\" b c>l_name>\n  <arguments>\n    <path>a.md</path>\n  </arguments>\n  </tool>\n  ~~~\n  \n  <tool>\n  <server_name>local</se`a` & wrong: 1. title=\"x>y\" <b>nothing</b> `<tool>`\nrver_name>\n  <tool_name>read_file</tool_name>\n  <path>go.mod</path>\n  </tool>\nUser: <tool><servername"},
		{document.Auto, edits.Edit{From: 239, To: 239, With: "<!-- forge-lsp-disable raw-less-than -->\n"}, "<tool><server_name>local</se]></message>\r</arguments>\r\n</tool>\r\n</t\n\n<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<!-- wrong -->\n  <path>a.md</path>\n</arguments>\n</tool>\n\nool>\r\n```\n\n```text\r... l the call.\r\r\n<tool>\r\n<server_l_name>write_file</tool_name>"},
		{document.Document, edits.Edit{From: 26, To: 26, With: "["}, "<tool><servername</tool>\n\n<tool><server_name></server_name><tool_name></tool_name><arguments><message>&</message></arguments></tool>"},
		{document.Reply, edits.Edit{From: 526, To: 526, With: "</a>"}, "<tool><pre><a\u00a0></pre></tool>\n\n" + strings.Repeat("<tool></tool>\n\n", 33)},
		// What is edited becomes a part of the block before it, or takes it away: then what is before
		// that introduces the call.
		{document.Prose, edits.Edit{From: 10, To: 98, With: "<tool><toolname"}, "Wrong\n\ng\n# Good examples\n\n<tool_name>write_file</tool_na</path>me>\n<arguments>\n</arguments>\n</tool"},
		{document.Document, edits.Edit{From: 9, To: 11, With: "<tool><toolname"}, "Wrong\n\ng\n# h\n\n<tool><toolname>a</tool>"},
		{document.Document, edits.Edit{From: 7, To: 12, With: "<tool><toolname"}, "Wrong\n\ng\n# h\n\n<tool><toolname>a</tool>"},
		{document.Document, edits.Edit{From: 7, To: 9, With: ""}, "Wrong\n\ng\n# h\n\n<tool><toolname>a</tool>\n\nx\n"},
		{document.Document, edits.Edit{From: 7, To: 14, With: ""}, "Wrong\n\ng\n# h\n\n<tool><toolname>a</tool>\n\nx\n"},
	} {
		for name, options := range editOptions {
			d := options.Open(text.New(test.text), test.kind)
			if _, why := edited(d, test.edit, looks{check: true, fixes: true}); why != "" {
				t.Errorf("%v of a %v of %q, options %s: %s", test.edit, test.kind, test.text, name, why)
			}
		}
	}
}
