package linediff

import (
	"slices"
	"strings"
	"testing"
)

func TestBetween(t *testing.T) {
	many := func(changed string) string {
		return changed + "\n" + strings.Repeat("same\n", 20) + changed
	}
	for _, test := range []struct {
		name, before, after string
		want                []Line
	}{
		{"nothing", "a\nb", "a\nb", nil},
		{"an end of the last line", "a", "a\n", nil},
		{"all of it", "", "a\n\nb", []Line{{"+", "a"}, {"+", ""}, {"+", "b"}}},
		{"in between", "a\nb\nc\n", "a\nx\nc\n", []Line{{" ", "a"}, {"-", "b"}, {"+", "x"}, {" ", "c"}}},
		{"a line that looks like a part of a diff", "@@ -1 +1 @@\n-x\n", "@@ -1 +1 @@\n", []Line{{" ", "@@ -1 +1 @@"}, {"-", "-x"}}},
		{"line ends", "a\r\n", "b\r\n", []Line{{"-", "a"}, {"+", "b"}}},
		{"far from each other", many("x"), many("y"), []Line{
			{"-", "x"},
			{"+", "y"},
			{" ", "same"},
			{" ", "same"},
			{" ", "same"},
			{Gap, ""},
			{" ", "same"},
			{" ", "same"},
			{" ", "same"},
			{"-", "x"},
			{"+", "y"},
		}},
	} {
		if got := Between(test.before, test.after, Context); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
