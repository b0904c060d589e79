package config

import (
	"strings"
	"testing"
)

// TestTooDeep checks that brackets are counted where TOML has them as brackets, and
// that the place is that of the first one too many.
func TestTooDeep(t *testing.T) {
	deepest, deeper := strings.Repeat("[", maxDepth), strings.Repeat("{", maxDepth+1)
	for _, test := range []struct {
		before, text string // the place is the end of before; "" for a text that is not too deep
	}{
		{"", deepest},
		{"", "]]}}" + deepest},
		{"]]}}" + deepest, "["},
		{"x = []\ny = [\n" + deepest[1:], "[1"},
		{"", "# [\n" + deepest},
		{"# [\n" + deepest, "{"},
		{"", "x = '[' \"[\" '''[''' \"\"\"[\"\"\"\n" + deepest},
		{"x = '[' \"[\" '''[''' \"\"\"[\"\"\"\n" + deepest, "["},
		{"x = \"\"\"\"\"\" " + deepest, "["},
		{"x = '''''' " + deepest, "["},
		{"x = \"\"\"\\\"\"\"[\"\"\" " + deepest, "["},
		{"x = '''\\''' " + deepest, "["},
		{"x = '\\' " + deepest, "["},
		{"", "x = \"\\\"" + deeper},
		{"x = 'open\n" + deepest, "["},
		{"x = \"open\n" + deepest, "["},
		{"", "x = '''\n" + deeper},
		{"", "x = \"\"\"\n" + deeper + "\\"},
		{"", "x = \"\\"},
		{"", "# " + deeper},
	} {
		want := len(test.before)
		if want == 0 {
			want = -1
		}
		if got := tooDeep([]byte(test.before + test.text)); got != want {
			t.Errorf("%q, %q: %d, want %d", test.before, test.text, got, want)
		}
	}
}
