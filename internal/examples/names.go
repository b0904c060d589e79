package examples

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// letters are the letters of the names that replace words. No word of three or more letters in
// any language consists of them, so a text that already is such a name does not identify
// anybody, and is kept.
const letters = "xzqkvj"

// Each character beyond ASCII is replaced by one with the same number of bytes.
var wide = [...]rune{2: 'ž', 3: 'ẑ', 4: '𝒙'}

// Names replaces words, each by the same word in all examples. Words of one or two letters, of
// which there are few, have the same replacement only within an example. The zero value is ready
// to use. Names is not safe for concurrent use.
type Names struct {
	of    map[string]string
	given map[int]int // how many names of so many letters
	taken map[string]bool
}

// name returns the name for a word in lower case.
func (n *Names) name(word string) string {
	if isMade(word) {
		return word
	}
	if name, ok := n.of[word]; ok {
		return name
	}
	if n.of == nil {
		n.of, n.given = map[string]string{}, map[int]int{}
	}
	size := utf8.RuneCountInString(word)
	all := 1 // names of the size, or enough of them
	for range min(size, 8) {
		all *= len(letters)
	}
	name := ""
	for range all {
		name = spell(n.given[size]%all, word)
		n.given[size]++
		if !n.taken[name] {
			break
		}
	}
	n.of[word] = name
	return name
}

func spell(number int, word string) string {
	name := []rune(word)
	for i := len(name) - 1; i >= 0; i-- {
		if size := utf8.RuneLen(name[i]); size > 1 {
			name[i] = wide[size]
			continue
		}
		name[i] = rune(letters[number%len(letters)])
		number /= len(letters)
	}
	return string(name)
}

// isMade reports whether a word in lower case is made of what names are made of.
func isMade(word string) bool {
	for _, c := range word {
		if size := utf8.RuneLen(c); size > 1 && wide[size] != c || size == 1 && !strings.ContainsRune(letters, c) {
			return false
		}
	}
	return true
}

// replace returns a text with its words replaced, and its digits by ones, except for the
// bytes that are kept.
func (n *Names) replace(text string, kept []bool) string {
	short := Names{taken: map[string]bool{}}
	for word := range wordsIn(text, kept) {
		if lower := lowered(text[word.Start:word.End]); isMade(lower) {
			short.taken[lower] = true
		}
	}
	var b strings.Builder
	at := 0
	for word := range wordsIn(text, kept) {
		ones(&b, text[at:word.Start], kept[at:])
		own := text[word.Start:word.End]
		names := n
		if utf8.RuneCountInString(own) < 3 {
			names = &short
		}
		b.WriteString(inCase(names.name(lowered(own)), own))
		at = word.End
	}
	ones(&b, text[at:], kept[at:])
	return b.String()
}

// lowered returns a word in lower case, of as many characters.
func lowered(word string) string { return strings.Map(unicode.ToLower, word) }

// inCase returns a name with capital letters where a word has them.
func inCase(name, word string) string {
	as := []rune(word)
	i := -1
	return strings.Map(func(c rune) rune {
		if i++; c < utf8.RuneSelf && unicode.IsUpper(as[i]) {
			return unicode.ToUpper(c)
		}
		return c
	}, name)
}

func ones(b *strings.Builder, text string, kept []bool) {
	for i := range len(text) {
		if c := text[i]; c >= '0' && c <= '9' && !kept[i] {
			b.WriteByte('1')
		} else {
			b.WriteByte(c)
		}
	}
}
