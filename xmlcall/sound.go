package xmlcall

import (
	"slices"
	"strings"
	"sync"
)

// Nearly every block is sound and plain: tags without attributes, text in
// which every '&' starts a reference, CDATA sections that end where they
// should. This file reads such a block in one pass, in which it also finds its
// end, and gives up at the first thing out of the ordinary. The strict reading
// in parse.go, which knows everything and reads several times, then starts
// anew. Where this one does not give up the two give the same block.

// A soundReader collects the tokens and elements of a block before it is known
// how many there are. It is used again for other blocks.
type soundReader struct {
	tokens   []Token
	elements []Element
	quotes   bool // a CDATA section holds "</"
}

var soundReaders = sync.Pool{New: func() any { return new(soundReader) }}

// maxKept bounds the tokens for which a soundReader keeps room.
const maxKept = 1 << 12

// parseSound parses the block at offset if it is sound and plain. The text
// holds a </tool> behind the offset.
func parseSound(text string, offset, maxSize int) *Block {
	r := soundReaders.Get().(*soundReader)
	b := r.read(text, offset)
	if b != nil {
		if r.quotes || b.Span.Len() > maxSize {
			b.judge(failure{}, maxSize)
		} else {
			b.verdict.At = -1
			b.requireName()
		}
	}
	clear(r.elements) // they hold on to the text
	if cap(r.tokens) > maxKept {
		*r = soundReader{}
	}
	r.tokens, r.elements, r.quotes = r.tokens[:0], r.elements[:0], false
	soundReaders.Put(r)
	return b
}

// read returns the block at s[i:], nil if it is not sound and plain.
func (r *soundReader) read(s string, i int) *Block {
	start := i
	element, depth := 0, 0
	for {
		// s[i] is '<'.
		if i+1 == len(s) {
			return nil
		}
		c := s[i+1]
		switch {
		case c == '/':
			e := &r.elements[element]
			name := Span{i + 2, i + 2 + len(e.Name)}
			if name.End >= len(s) || s[name.End] != '>' || s[name.Start:name.End] != e.Name {
				return nil
			}
			i = name.End + 1
			e.End = Span{name.Start - 2, i}
			e.Last = len(r.tokens)
			r.tokens = append(roomy(r.tokens), Token{EndTag, e.End, name, element})
			if e.Parent < 0 {
				return r.block(s, Span{start, i})
			}
			element = e.Parent
			depth--
		case c == '!':
			if !strings.HasPrefix(s[i:], cdataOpen) {
				return nil
			}
			inner := i + len(cdataOpen)
			end := r.section(s, inner)
			if end < 0 {
				return nil
			}
			r.tokens = append(roomy(r.tokens), Token{CDATA, Span{i, end + 3}, Span{inner, end}, element})
			i = end + 3
		default:
			k := i + 1
			for k < len(s) && plainName[s[k]] {
				k++
			}
			if k == i+1 || k == len(s) || s[k] != '>' || c < 'A' {
				return nil
			}
			if depth++; depth > MaxDepth {
				return nil
			}
			parent := element
			if len(r.elements) == 0 {
				parent = -1
			} else if k-i == len(toolOpen)-1 && s[i:k+1] == toolOpen {
				return nil
			}
			element = len(r.elements)
			r.elements = append(roomy(r.elements), Element{
				Name: s[i+1 : k], Start: Span{i, k + 1}, Parent: parent, First: len(r.tokens),
			})
			r.tokens = append(roomy(r.tokens), Token{StartTag, Span{i, k + 1}, Span{i + 1, k}, element})
			i = k + 1
		}
		if i < len(s) && s[i] != '<' {
			end := soundText(s, i)
			if end < 0 {
				return nil
			}
			span := Span{i, end}
			r.tokens = append(roomy(r.tokens), Token{Text, span, span, element})
			i = end
		}
		if i == len(s) {
			return nil
		}
	}
}

// block returns the block that was read.
func (r *soundReader) block(s string, span Span) *Block {
	return &Block{Text: s, Span: span, Tokens: slices.Clone(r.tokens), Elements: slices.Clone(r.elements)}
}

// plainName has the bytes of the names of nearly all elements.
var plainName = func() (table [256]bool) {
	for c := range table {
		table[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
	}
	return table
}()

// soundText returns the offset of the first '<' at or after i, -1 if something
// out of the ordinary comes first. It looks for "]]>" by its '>', which is
// rarer than ']' in text that is escaped.
func soundText(s string, i int) int {
	start := i
	for {
		i = skipTo(s, i, len(s), oddByte|referenceByte|greaterByte|markupByte)
		if i == len(s) {
			return -1
		}
		switch s[i] {
		case '<':
			return i
		case '&':
			if i = soundReference(s, i); i < 0 {
				return -1
			}
		case '>':
			i++
			if strings.HasSuffix(s[start:i], cdataClose) {
				return -1
			}
		default:
			at := i
			if i = skipGood(s, i, len(s)); i == at {
				return -1
			}
		}
	}
}

// section returns the offset of the "]]>" that ends the CDATA section with the
// content s[i:], -1 if something out of the ordinary comes first.
func (r *soundReader) section(s string, i int) int {
	for {
		i = skipTo(s, i, len(s), oddByte|bracketByte|markupByte)
		if i == len(s) {
			return -1
		}
		switch s[i] {
		case ']':
			if strings.HasPrefix(s[i:], cdataClose) {
				return i
			}
			i++
		case '<':
			if strings.HasPrefix(s[i:], "</") {
				if strings.HasPrefix(s[i:], toolClose) {
					return -1
				}
				r.quotes = true
			}
			i++
		default:
			at := i
			if i = skipGood(s, i, len(s)); i == at {
				return -1
			}
		}
	}
}

// soundReference returns the offset behind the reference at s[i:], -1 if it is
// out of the ordinary.
func soundReference(s string, i int) int {
	switch rest := s[i:]; {
	case strings.HasPrefix(rest, "&lt;"), strings.HasPrefix(rest, "&gt;"):
		return i + 4
	case strings.HasPrefix(rest, "&amp;"):
		return i + 5
	}
	kind, end, text := scanRef(s, i)
	if kind != refValid || text == "\uFFFD" {
		return -1
	}
	return end
}
