package xmlcall_test

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestRecover checks the recovering reading of calls that are broken in ways that no
// corpus covers. The runtime reads none of them; the cases show what was most likely
// intended, and uncertain results are marked as such.
func TestRecover(t *testing.T) {
	const head = "<tool>\n<tool_name>x</tool_name>\n<arguments>"
	type problem struct {
		kind    xmlcall.ProblemKind
		text    string // the text under the problem's span
		want    string
		at      string // the text from At, shortened; "-" for none
		certain bool
	}
	for _, test := range []struct {
		text     string
		outcome  xmlcall.Outcome
		rest     string
		problems []problem
	}{
		{head + "<?", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "-", false}, {xmlcall.RawLessThan, "<", "", "-", true}}},
		{head + "<[CDATA[", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "-", false}, {xmlcall.MalformedCDATA, "<[CDATA[", "", "-", false}}},
		{head + "<![CDATA[", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "-", false}}},
		{head + "<tool_name>", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "-", false}}},
		{head + "<!--[CDATA[", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "-", false}, {xmlcall.InvalidComment, "<!--", "", "-", false}}},
		{head + "<![CDATA<[CDATA[", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedCall, "<tool>", "", "-", false},
			{xmlcall.MalformedCDATA, "<![CDATA", "", "-", false},
			{xmlcall.MalformedCDATA, "<[CDATA[", "", "-", false},
		}},
		{head + "<arguments></tool>", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "<arguments><", true},
			{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "</tool>", true},
		}},
		{head + "</tool></arguments>", xmlcall.Refused, "", []problem{{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "</tool></arg", true}}},
		{head + "<?<arguments></tool>", xmlcall.Refused, "", []problem{{xmlcall.RawLessThan, "<", "", "-", true}, {xmlcall.MismatchedEndTag, "<arguments>", "arguments", "-", true}}},
		{head + "<edits>{</write_file\n", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "-", false}, {xmlcall.RawLessThan, "<", "", "-", true}}},
		{head + "</tool></arguments>&<", xmlcall.Refused, "", []problem{{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "</tool></arg", true}}},
		{head + "<![CDATA</arguments>&", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCall, "<tool>", "", "&", true}, {xmlcall.MalformedCDATA, "<![CDATA", "", "</arguments>", true}}},
		{"<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</Tool>\n", xmlcall.Refused, "", []problem{{xmlcall.UnrecognizedTag, "</Tool>", "</tool>", "-", true}}},
		{head + "<edits><edit><thinking></tool>", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "</tool>", true},
			{xmlcall.UnclosedElement, "<edits>", "</edits>", "</tool>", true},
			{xmlcall.UnclosedElement, "<edit>", "</edit>", "</tool>", true},
			{xmlcall.UnclosedElement, "<thinking>", "</thinking>", "</tool>", false},
		}},
		{head + "<!<edits>\n</tool><edits></edits>", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "\n</tool><edi", true},
			{xmlcall.RawLessThan, "<", "", "-", true},
			{xmlcall.UnclosedElement, "<edits>", "</edits>", "\n</tool><edi", false},
		}},
		{head + "<![CDATA[<tool></arguments>\n</tool>", xmlcall.Refused, "", []problem{{xmlcall.UnclosedCDATA, "<![CDATA[", "", "</arguments>", true}}},
		{head + "\n<tool><[CDATA[</arguments>\n</tool>", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedCall, "<tool>", "", "-", false},
			{xmlcall.MalformedCDATA, "<[CDATA[", "", "</tool>", true},
		}},
		{head + "<![CDATA<<?</edit>=\"</arguments>]]><a>", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedCall, "<tool>", "", "-", false},
			{xmlcall.MalformedCDATA, "<![CDATA", "", "</arguments>", false},
			{xmlcall.CDATAEndInText, "]]>", "", "-", true},
		}},
		{head + "<thinking><path><path></path></search>x", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedCall, "<tool>", "", "-", false},
			{xmlcall.StrayEndTag, "</search>", "", "-", false},
		}},
		{head + "<edit><!----><edit></arguments>\n</tool>", xmlcall.Refused, "", []problem{{xmlcall.MismatchedEndTag, "<edit>", "edit", "-", true}}},
		{head + "<a><b><sql>x</sl></b></a></arguments>\n</tool>", xmlcall.Refused, "", []problem{{xmlcall.MismatchedEndTag, "</sl>", "sql", "-", false}}},
		{head + "<a><b><sql>x</sl><sl>y</sl></b></a></arguments>\n</tool>", xmlcall.Refused, "", []problem{
			{xmlcall.RawLessThan, "<", "", "-", true},
			{xmlcall.StrayEndTag, "</sl>", "", "-", false},
		}},
		{head + "<a></arguments></a></arguments>\n</tool>", xmlcall.Refused, "", []problem{{xmlcall.StrayEndTag, "</arguments>", "", "-", false}}},
		{head + "<![CDATA[</arguments>\"<thinking>]]>=\"<a>}", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedCall, "<tool>", "", "-", false},
			{xmlcall.UnclosedCDATA, "<![CDATA[", "", "</arguments>", false},
			{xmlcall.CDATAEndInText, "]]>", "", "-", true},
		}},
		{head + "\"</<!<content></tool_name>/><<arguments></tool>", xmlcall.Refused, "", []problem{
			{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "<arguments><", true},
			{xmlcall.RawLessThan, "<", "", "-", true},
			{xmlcall.RawLessThan, "<", "", "-", true},
			{xmlcall.MismatchedEndTag, "</tool_name>", "content", "-", false},
			{xmlcall.RawLessThan, "<", "", "-", true},
			{xmlcall.UnclosedElement, "<arguments>", "</arguments>", "</tool>", true},
		}},
		{head + "</tool>x</arguments><edits>&</tool></arguments>\n</tool>", xmlcall.Refused, "x</arguments><edits>&</tool></arguments>\n</tool>", []problem{
			{xmlcall.CallEndInContent, "</tool>", "arguments", "</arguments>", true},
		}},
		{head + "<![CDATA[<tool>x\"</tool>]]></arguments>\n</tool>\n</arguments>\n</tool>", xmlcall.Refused, "]]></arguments>\n</tool>", []problem{
			{xmlcall.UnclosedCDATA, "<![CDATA[", "", "-", false},
			{xmlcall.CallEndInContent, "</tool>", "arguments", "</arguments>", true},
		}},
		{head + "<![CDATA[--></arguments>{<arguments><br></arguments><search>]]></arguments>\n</tool>", xmlcall.Runs, "", []problem{}},
		{head + "<x/>=\"<arguments><arguments></tool_name></a></arguments>\n</tool>]]></tool></arguments>\n</tool>", xmlcall.Refused, "]]></tool></arguments>\n</tool>", []problem{
			{xmlcall.StrayEndTag, "</tool_name>", "", "-", false},
			{xmlcall.StrayEndTag, "</a>", "", "-", false},
			{xmlcall.CallEndInContent, "</tool>", "arguments", "</arguments>", true},
		}},
		{"<tool>\n<tool_name>write_file</tool_name>\n<arguments>\n  <path>a.txt</path>\n  <content><![CDATA[<a><![CDATA[x]]></a><a><![CDATA[y]]></a>]]></content>\n</arguments>\n</tool>\n", xmlcall.Refused, "", []problem{
			{xmlcall.CDATAEndsEarly, "]]>", "", "-", true},
			{xmlcall.CDATAEndsEarly, "]]>", "", "-", true},
		}},
		{"<tool>\n<tool_name>apply_diff</tool_name>\n<arguments>\n  <path>a</path>\n  <edits>\n    <edit><search><![CDATA[x</search><replace>1</replace></edit>\n    <edit><search><![CDATA[y]]></search><replace>2</replace></edit>\n  </edits>\n</arguments>\n</tool>\n", xmlcall.Runs, "", []problem{
			{xmlcall.UnclosedCDATA, "<![CDATA[", "", "</search><re", false},
		}},
	} {
		blocks := slices.Collect(xmlcall.Blocks(test.text, xmlcall.Options{}))
		if len(blocks) != 1 {
			t.Errorf("%q: %d blocks", test.text, len(blocks))
			continue
		}
		b := blocks[0]
		if b.Verdict().Outcome != test.outcome || b.Slice(b.Rest()) != test.rest {
			t.Errorf("%q: %v, rest %q; want %v, %q", test.text, b.Verdict().Outcome, b.Slice(b.Rest()), test.outcome, test.rest)
		}
		var got []problem
		for _, p := range b.Problems {
			at := "-"
			if from, ok := p.At(); ok {
				at = test.text[from:min(from+12, len(test.text))]
			}
			got = append(got, problem{p.Kind, b.Slice(p.Span), p.Want, at, p.Certain})
		}
		if !slices.Equal(got, test.problems) {
			t.Errorf("%q:\n got %v\nwant %v", test.text, got, test.problems)
		}
	}
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
