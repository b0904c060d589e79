package main

import (
	"math/rand/v2"
	"unicode/utf8"
)

// A splice replaces bytes of a text, from start to end, by others.
type splice struct {
	start, end int
	text       string
}

// in returns the splice as an edit of a document with that text.
func (s splice) in(text []byte) edit {
	d := document{text: text}
	return edit{d.position(s.start), d.position(s.end), s.text}
}

// apply returns the text after the splice. The text given is not changed.
func (s splice) apply(text []byte) []byte {
	spliced := make([]byte, 0, len(text)+len(s.text))
	spliced = append(spliced, text[:s.start]...)
	spliced = append(spliced, s.text...)
	return append(spliced, text[s.end:]...)
}

// fit returns the splice within a text, its ends at the starts of characters.
func (s splice) fit(text []byte) splice {
	start := runeStart(text, min(max(s.start, 0), len(text)))
	return splice{start, max(start, runeStart(text, min(max(s.end, 0), len(text)))), s.text}
}

func runeStart(text []byte, offset int) int {
	for offset > 0 && offset < len(text) && !utf8.RuneStart(text[offset]) {
		offset--
	}
	return offset
}

// pieces are what a chain of edits inserts, besides letters: text that opens and closes
// things, so that an edit changes how the text after it is read.
var pieces = []string{
	"x", "a", "é", "\n", "\n\n", "<", ">", "&", "]]>", "<![CDATA[", "<!--", "-->", "```", "```\n", "~~~\n", "\n# ", "\n- ", "> ", "    ",
	"<tool>", "</tool>", "</content>", "<arguments>", "<thinking>", "</thinking>", "**Assistant:**\n", "---\n", "===\n",
}

// chainEdit draws the next edit of a chain: half of them delete text that was inserted
// before, so that the text does not fall apart.
func chainEdit(r *rand.Rand, text []byte, made []splice) splice {
	if n := len(made); n > 0 && r.IntN(2) == 0 {
		if last := made[n-1]; last.text != "" {
			return splice{last.start, last.start + len(last.text), ""}.fit(text)
		}
	}
	at := r.IntN(len(text) + 1)
	switch r.IntN(5) {
	case 0:
		return splice{at, at + 1 + r.IntN(12), ""}.fit(text)
	case 1:
		return splice{at, at + r.IntN(3*sectionOf), pieces[r.IntN(len(pieces))]}.fit(text)
	}
	return splice{at, at, pieces[r.IntN(len(pieces))]}.fit(text)
}

// without returns the chain with one edit left out, with the offsets of the later ones
// adjusted.
func without(chain []splice, k int) []splice {
	left := append([]splice{}, chain[:k]...)
	gone := chain[k]
	for _, s := range chain[k+1:] {
		by := gone.end - gone.start - len(gone.text)
		if s.start >= gone.start+len(gone.text) {
			s.start, s.end = s.start+by, s.end+by
		}
		left = append(left, s)
	}
	return left
}
