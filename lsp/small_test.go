package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestListMark checks which starts of a line are marks of a list item, with the blank after them.
func TestListMark(t *testing.T) {
	for text, want := range map[string]int{
		"- a": 2, "* a": 2, "+\ta": 2, "-": 0, "- ": 2, "-a": 0, "--": 0, "= a": 0, " - a": 0, "a": 0,
		"1. a": 3, "1) a": 3, "12. a": 4, "123456789. a": 11, "1234567890. a": 0, "1.a": 0, "1": 0, "1.": 0, "1. ": 3, "1: a": 0, ". a": 0,
	} {
		if got := listMark(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
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

// TestLimitCuts checks for each limit that the shown part of a text is within it, ends with a
// line or, if it has only one, with a character, and as much as fits is shown.
func TestLimitCuts(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "ab\ncd", "ab\ncd\n", "é€\n😀x\n\ny", "abcdefgh", "€€€", "\n\n\n"} {
		for lines := 1; lines < 5; lines++ {
			for bytes := 4; bytes < 16; bytes++ {
				l := limit{lines, bytes}
				shown, rest := l.cut(text)
				if !strings.HasPrefix(text, shown) || (shown == text) != (rest == "") || len(shown) > bytes || !utf8.ValidString(shown) ||
					strings.Count(shown, "\n") > lines {
					t.Errorf("%q in %+v: %q, %q", text, l, shown, rest)
				}
				fits := len(text) <= bytes && strings.Count(strings.TrimSuffix(text, "\n"), "\n") < lines
				if fits != (rest == "") {
					t.Errorf("%q in %+v: %q, %q, although it fits: %v", text, l, shown, rest, fits)
				}
				if rest == "" {
					continue
				}
				if next, _, _ := strings.Cut(text[len(shown):], "\n"); strings.HasSuffix(shown, "\n") {
					if strings.Count(shown, "\n") < lines && len(shown)+len(next)+1 <= bytes {
						t.Errorf("%q in %+v: only %q", text, l, shown)
					}
				} else if _, size := utf8.DecodeRuneInString(text[len(shown):]); len(shown)+size <= bytes {
					t.Errorf("%q in %+v: only %q", text, l, shown)
				}
			}
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
