package toolspec

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// TestPlainly checks the obvious meaning of a text that cannot be read as a kind, "-"
// for none.
func TestPlainly(t *testing.T) {
	for kind, texts := range map[Kind]map[string][]string{
		Boolean: {"true": {"yes", "On", `"true"`, "' y '", "ENABLED"}, "false": {"no", "off", "n", "disabled"}, "-": {"maybe", `"true'`}},
		Integer: {
			"5": {`"5"`, "+5", "5.0"}, "7": {"007"}, "16": {"0x10"}, "1000": {"1e3", "1_000"}, "9007199254740991": {"9007199254740991.0"},
			"-": {"5.5", "9007199254740992.0", "five", `"`, "'", "''"},
		},
		Number: {"5": {"5 ms"}, "1.5": {"1.5s"}, "2": {"2sec"}, "50": {"50%"}, "12": {"12 px"}, "-": {"12 pt", "ms"}},
		String: {"-": {"a"}},
	} {
		for want, list := range texts {
			for _, text := range list {
				if got := cmp.Or(strings.Join(plainly(kind, text), ", "), "-"); got != want {
					t.Errorf("%v %q: %s, want %s", kind, text, got, want)
				}
			}
		}
	}
}

// TestTextValues checks the meaning of a text in place of a list, by the kind of its
// items.
func TestTextValues(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		text string
		want string
	}{
		{Object, `[{"a": 1}, {"a": 2}]`, "[map[a:1] map[a:2]]"},
		{Object, `{"a": 1}`, "[map[a:1]]"},
		{Any, `[{"a": 1}]`, "[map[a:1]]"},
		{Any, `["a", 1]`, "[a 1]"},
		{Object, `["a"]`, "[]"},
		{String, `[{"a": 1}]`, "[]"},
		{String, `["a", "b"]`, "[a b]"},
		{String, `[["a"]]`, "[]"},
		{String, `[null]`, "[]"},
		{String, `["a"] ["b"]`, "[]"},
		{String, `["a"`, "[]"},
		{Integer, `[1, 2.5]`, "[1 2.5]"},
		{String, "a, b", "[a b]"},
		{String, "<a>b</a>", "[]"},
		{Object, "a, b", "[]"},
	} {
		got := textValues(&Argument{Kind: test.kind}, test.text)
		if fmt.Sprint(got) != test.want {
			t.Errorf("%v %s: %v, want %s", test.kind, test.text, got, test.want)
		}
	}
}
