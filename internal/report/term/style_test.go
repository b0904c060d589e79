package term

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

func TestWantColor(t *testing.T) {
	tests := []struct {
		when    string
		tty     bool
		noColor string
		term    string
		want    bool
	}{
		{"auto", true, "", "xterm", true},
		{"auto", false, "", "xterm", false},
		{"auto", true, "1", "xterm", false},
		{"auto", true, "", "dumb", false},
		{"always", false, "1", "dumb", true},
		{"never", true, "", "xterm", false},
	}
	for _, test := range []struct {
		name, value, noColor string
		want                 bool
	}{
		{"FORCE_COLOR", "1", "", true},
		{"FORCE_COLOR", "0", "", false},
		{"FORCE_COLOR", "3", "1", false},
		{"CLICOLOR_FORCE", "1", "", true},
		{"CLICOLOR_FORCE", "0", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("NO_COLOR", test.noColor)
			t.Setenv("FORCE_COLOR", "")
			t.Setenv("CLICOLOR_FORCE", "")
			t.Setenv(test.name, test.value)
			if got := wantColor("auto", false); got != test.want {
				t.Errorf("%+v: got %v", test, got)
			}
		})
	}
	t.Setenv("FORCE_COLOR", "")
	t.Setenv("CLICOLOR_FORCE", "")
	for _, test := range tests {
		t.Setenv("NO_COLOR", test.noColor)
		t.Setenv("TERM", test.term)
		if got := wantColor(test.when, test.tty); got != test.want {
			t.Errorf("%+v: got %v", test, got)
		}
	}
}

// TestCutTo checks that a line is in no more columns than given, and has all characters that fit.
func TestCutTo(t *testing.T) {
	for _, line := range []string{"", "a", "abcdef", "äöüß", "日本語の文", "a日b本c", "👩‍👩‍👧 family", "e\u0301e\u0301e\u0301", "⸻ a ⸻", "⸻"} { // three bytes, four columns
		for width := 1; width < 16; width++ {
			got := Cut(line, width)
			if uniseg.StringWidth(line) <= width {
				if got != line {
					t.Errorf("%q in %d: %q, although it fits", line, width, got)
				}
				continue
			}
			shown, ok := strings.CutSuffix(got, Ellipsis)
			if !ok || !strings.HasPrefix(line, shown) || uniseg.StringWidth(got) > width {
				t.Errorf("%q in %d: %q", line, width, got)
				continue
			}
			if next, _, w, _ := uniseg.FirstGraphemeClusterInString(line[len(shown):], -1); uniseg.StringWidth(got)+w <= width {
				t.Errorf("%q in %d: only %q, although %q fits", line, width, got, next)
			}
		}
	}
}
