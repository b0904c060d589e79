package xmlcall

import "testing"

// TestSectionAfterSection checks that sections next to each other end where they do, whatever
// is wrong with the opener of the last one.
func TestSectionAfterSection(t *testing.T) {
	for _, value := range []string{"<![CDATA[a]]>b<![CDATA[c]]><![cdata[d]]>", "<![CDATA[a]]><![CDATA[c]]><![cdata[d]]>"} {
		b := ParseAt("<tool><tool_name>x</tool_name><arguments><v>"+value+"</v></arguments></tool>", 0)
		checkTiles(t, b)
		if len(b.Problems) != 1 || b.Problems[0].Kind != MalformedCDATA {
			t.Errorf("%s has the problems %v", value, b.Problems)
		}
	}
}

// TestSlipInSwallowedCall checks that an element whose end tag lacks its slash is one of the
// call: it was begun, and the next one was not meant as its start.
func TestSlipInSwallowedCall(t *testing.T) {
	const src = "<tool><tool_names><tool_name>a<tool_name></tool_names>\n<tool><tool_name>x</tool_name><arguments></arguments></tool>"
	b := ParseAt(src, 0)
	checkTiles(t, b)
	if p := b.Problems[0]; p.Kind != UnclosedCall || p.Span.Start != 0 {
		t.Errorf("problems %+v, want a call without an end", b.Problems)
	}
}
