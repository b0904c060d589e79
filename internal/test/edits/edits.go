// Package edits draws texts and chains of edits, as people type, paste and delete them,
// and shortens those that show a difference. It tests code that reuses results for one
// version of a text for the next. Only tests use it.
package edits

import (
	"fmt"
	"strings"
)

// An Edit replaces the bytes from From up to, not including, To by With.
type Edit struct {
	From, To int
	With     string
}

// Apply returns the text with the edit made.
func (e Edit) Apply(text string) string { return text[:e.From] + e.With + text[e.To:] }

// inverse returns the edit that undoes e, made in text.
func (e Edit) inverse(text string) Edit {
	return Edit{e.From, e.From + len(e.With), text[e.From:e.To]}
}

// String returns the edit as a Go literal.
func (e Edit) String() string { return fmt.Sprintf("{%d, %d, %q}", e.From, e.To, e.With) }

// Marks open or end something that may span many lines.
var Marks = []string{"```", "~~~", "<!--", "-->", "<![CDATA[", "]]>", "<tool>", "</tool>", "<thinking>", "</thinking>"}

// IsLarge reports whether the edit inserts a mark, or touches the text on both sides
// of one of the cuts.
func (e Edit) IsLarge(cuts []int) bool {
	for _, mark := range Marks {
		if strings.Contains(e.With, mark) {
			return true
		}
	}
	for _, cut := range cuts {
		if e.From < cut && cut < e.To {
			return true
		}
	}
	return false
}
