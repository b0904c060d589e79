package ls

import "testing"

// TestMarks checks which starts of a line are marks of block quotes and list items, with the blanks around them.
func TestMarks(t *testing.T) {
	for text, want := range map[string]int{
		"- a": 2, "* a": 2, "+\ta": 2, "-": 0, "- ": 2, "-a": 0, "--": 0, "= a": 0, " - a": 3, "a": 0,
		"1. a": 3, "1) a": 3, "12. a": 4, "123456789. a": 11, "1234567890. a": 0, "1.a": 0, "1": 0, "1.": 0, "1. ": 3, "1: a": 0, ". a": 0,
		"> a": 2, ">a": 1, "\t> - 1) a": 8, "> -a": 2,
	} {
		s := site{text: "x\n" + text}
		if got := s.lead(len(s.text)); len(got.prefix) != want || got.prefix+got.rest != text {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
	}
}

// TestHoldsCode checks which examples are written in a section.
func TestHoldsCode(t *testing.T) {
	for text, want := range map[string]bool{
		"a": false, "": false, "a &amp; b": false, "a > b": false,
		"a &lt; b": true, "a &gt; b": true, "a &amp;&amp; b": true, "a\nb": true, "<b>": true,
	} {
		if holdsCode(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// TestNoTemplate checks that a tool without an example of a call is completed as nothing.
func TestNoTemplate(t *testing.T) {
	none := &template{}
	if whole, arguments := none.whole(), none.arguments(); whole != nil || arguments != nil {
		t.Errorf("%v, %v", whole, arguments)
	}
}

func TestLimit(t *testing.T) {
	l := limit{lines: 2, bytes: 10}
	for _, test := range []struct{ text, shown, rest string }{
		{"", "", ""},
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\nc", "a\nb\n", "… 1 line more, 5 bytes in all"},
		{"a\nb\nc\nd\n", "a\nb\n", "… 2 lines more, 8 bytes in all"},
		{"a\n0123456789", "a\n", "… 1 line more, 12 bytes in all"},
		{"0123456789", "0123456789", ""},
		{"0123456789x", "0123456789", "… 1 byte more, 11 in all"},
		{"012345678😀", "012345678", "… 4 bytes more, 13 in all"},
		{"0123456789\n", "0123456789", "… 1 byte more, 11 in all"},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "… 1 byte more, 11 in all"},
	} {
		if shown, rest := l.cut(test.text); shown != test.shown || rest != test.rest {
			t.Errorf("%q: %q, %q, want %q, %q", test.text, shown, rest, test.shown, test.rest)
		}
	}
}

// TestIsName checks that a tag is renamed only to a name that leaves a call that the
// runtime reads.
func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"path": true, "a:b": true, "a-b.c": true, "ä": true,
		"": false, "a b": false, "1a": false, "a>": false, "/a": false, "tool": false, "a/": false, "a b=\"\"": false, "!--": false,
	} {
		if got := IsName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
