package xmlcall_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestRecover compares with a file the recovering reading of calls that are broken in ways that no
// corpus covers. The runtime reads none of them; the file shows what was most likely
// intended, and uncertain results are marked as such.
func TestRecover(t *testing.T) {
	const head = "<tool>\n<tool_name>x</tool_name>\n<arguments>"
	var out strings.Builder
	for _, text := range []string{
		head + "<?",
		head + "<[CDATA[",
		head + "<![CDATA[",
		head + "<tool_name>",
		head + "<!--[CDATA[",
		head + "<![CDATA<[CDATA[",
		head + "<arguments></tool>",
		head + "</tool></arguments>",
		head + "<?<arguments></tool>",
		head + "<edits>{</write_file\n",
		head + "</tool></arguments>&<",
		head + "<![CDATA</arguments>&",
		"<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</Tool>\n",
		head + "<edits><edit><thinking></tool>",
		head + "<!<edits>\n</tool><edits></edits>",
		head + "<![CDATA[<tool></arguments>\n</tool>",
		head + "\n<tool><[CDATA[</arguments>\n</tool>",
		head + "<![CDATA<<?</edit>=\"</arguments>]]><a>",
		head + "<thinking><path><path></path></search>x",
		head + "<edit><!----><edit></arguments>\n</tool>",
		head + "<a><b><sql>x</sl></b></a></arguments>\n</tool>",
		head + "<a><b><sql>x</sl><sl>y</sl></b></a></arguments>\n</tool>",
		head + "<a></arguments></a></arguments>\n</tool>",
		head + "<![CDATA[</arguments>\"<thinking>]]>=\"<a>}",
		head + "\"</<!<content></tool_name>/><<arguments></tool>",
		head + "</tool>x</arguments><edits>&</tool></arguments>\n</tool>",
		head + "<![CDATA[<tool>x\"</tool>]]></arguments>\n</tool>\n</arguments>\n</tool>",
		head + "<![CDATA[--></arguments>{<arguments><br></arguments><search>]]></arguments>\n</tool>",
		head + "<x/>=\"<arguments><arguments></tool_name></a></arguments>\n</tool>]]></tool></arguments>\n</tool>",
		"<tool>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>a.txt</path>\n  <content><![CDATA[<a><![CDATA[x]]></a><a><![CDATA[y]]></a>]]></content>\n</arguments>\n</tool>\n",
		"<tool>\n<tool_name>apply_diff</tool_name>\n<arguments>\n  <path>a</path>\n  <edits>\n    <edit><search><![CDATA[x</search><replace>1</replace></edit>\n    <edit><search><![CDATA[y]]></search><replace>2</replace></edit>\n  </edits>\n</arguments>\n</tool>\n",
	} {
		fmt.Fprintf(&out, "%q\n", text)
		for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
			fmt.Fprintf(&out, "  %v, rest %q\n", b.Verdict().Outcome, b.Slice(b.Rest()))
			for _, p := range b.Problems {
				at := "-"
				if from, ok := p.At(); ok {
					at = fmt.Sprintf("%q", text[from:min(from+12, len(text))])
				}
				fmt.Fprintf(&out, "  %d %q, want %q at %s, certain %t\n", p.Kind, b.Slice(p.Span), p.Want, at, p.Certain)
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "recover.txt"), []byte(out.String()))
}

// TestProblemOnce checks that a tag in a value that two readings find is one problem.
func TestProblemOnce(t *testing.T) {
	for text, kind := range map[string]xmlcall.ProblemKind{
		"<tool><server_name><tool></server_name><tool></tool>":        xmlcall.NestedCall,
		"<tool><servername<nts><tool><ath></tool></ath></nts></tool>": xmlcall.CallEndInContent,
	} {
		seen := 0
		for _, problem := range xmlcall.NewParser(text, xmlcall.Options{}).At(0).Problems {
			if problem.Kind == kind {
				seen++
			}
		}
		if seen != 1 {
			t.Errorf("%s: %d problems of kind %v", text, seen, kind)
		}
	}
}
