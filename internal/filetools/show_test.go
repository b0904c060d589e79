package filetools

import (
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, test := range [][3]string{
		{"    return x", "\treturn x", "[-····-]{+→+}return·x"},
		{"a &lt; b", "a < b", "a·[-&lt;-]{+<+}·b"},
		{"func old(a int)", "func fresh(a int)", "func·[-old-]{+fresh+}(a·int)"},
		{"a\nb", "a\r\nb", "a{+␍+}⏎b"},
		{"same words before the one that is wrong here", "same words before the one that is right here", "before·the·one·that·is·[-wrong-]{+right+}·here"},
		{"one" + strings.Repeat(" a", 20) + " two", "1" + strings.Repeat(" a", 20) + " 2", "[-one-]{+1+}·a·a·a·a·a…a·a·a·a·a·[-two-]{+2+}"},
		{strings.Repeat("long", 100), "short", "[-" + strings.Repeat("long", 59) + "lo…-]"},
	} {
		if got := Diff(test[0], test[1]); got != test[2] {
			t.Errorf("%q: %q", test, got)
		}
	}
}

func TestContext(t *testing.T) {
	const text = "func a() {\n\treturn err\n}\n\nfunc b() {\n\treturn err\n}\n"
	for _, test := range []struct {
		at            int
		before, after string
		lines         int
	}{
		{12, "func a() {\n\t", "", 2},
		{38, "func b() {\n\t", "", 2},
	} {
		before, after, lines, ok := Context(text, test.at, len("return err"))
		if !ok || before != test.before || after != test.after || lines != test.lines {
			t.Errorf("%d: %q %q %d", test.at, before, after, lines)
		}
	}
	if _, _, _, ok := Context(strings.Repeat("a\n", 100), 100, 1); ok {
		t.Error("a place in the middle of equal lines is unique")
	}
}
