package ls

import (
	"strings"
	"testing"
)

// TestTyped checks which text the word at the cursor, |, is, and from where to where it is
// replaced: [ and ].
func TestTyped(t *testing.T) {
	for _, test := range []struct {
		text, want string
		kind       typedKind
	}{
		{"", "[]", typedWord},
		{"a wo|rd b", "a [word] b", typedWord},
		{"a |", "a []", typedWord},
		{"<|", "[<]", typedStart},
		{"a <to|ol> b", "a [<tool>] b", typedStart},
		{"</|tool> b", "[</tool>] b", typedEnd},
		{"a &am|p; b", "a [&amp;] b", typedReference},
		{"<!|", "[<!]", typedSection},
		{"<!|x>", "[<!]x>", typedSection},
		{"a <![CDA|", "a [<![CDA]", typedSection},
		{"<![CDATA|", "[<![CDATA]", typedSection},
		{"<![CDATA[|", "[<![CDATA[]", typedSection},
		{"<![CDATA[a|", "<![CDATA[[a]", typedWord},
		{"<![CDATA[ |", "<![CDATA[ []", typedWord},
		{"a <b c|", "a <b [c]", typedWord},
		{"a < |", "a < []", typedWord},
	} {
		before, after, _ := strings.Cut(test.text, "|")
		s := site{text: before + after, at: len(before)}
		s.typed()
		if got := s.text[:s.from] + "[" + s.text[s.from:s.to] + "]" + s.text[s.to:]; got != test.want || s.kind != test.kind {
			t.Errorf("%q: %q of kind %d, want %q of kind %d", test.text, got, s.kind, test.want, test.kind)
		}
	}
}
