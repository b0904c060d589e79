package facts

import "testing"

// TestLinesOfTexts checks that a call in thinking has a text that ends with the thinking,
// and the next one a longer one.
func TestLinesOfTexts(t *testing.T) {
	l := &Lines{}
	for _, test := range []struct {
		text         string
		offset, want int
	}{
		{"ab\ncdef\n", 3, 7}, {"ab\ncd", 3, 2}, {"ab\ncdef\n", 3, 7}, {"ab\ncdef\n", 4, 7}, {"abcd", 1, -1}, {"ab\n", 0, 2},
	} {
		if got := l.end(test.text, test.offset); got != test.want {
			t.Errorf("%q from %d: %d, want %d", test.text, test.offset, got, test.want)
		}
	}
}
