package toolspec

import (
	"iter"
	"regexp/syntax"
	"strings"
	"unicode"
)

// No library generates these strings: the existing ones draw them at random, and have
// had no release for years. Little is needed here: the shortest match, and a few longer
// ones for a minLength.

// maxPatternRounds is the number of strings that are tried for a pattern.
const maxPatternRounds = 160

// maxPatternText bounds the length in bytes of a string for a pattern.
const maxPatternText = 20_000

// maxPatternWork bounds the instructions that are executed for all strings tried for a
// pattern.
const maxPatternWork = 50_000_000

// matches yields distinct strings that match a regular expression of Go, short ones
// first. It yields none if it finds none, which happens for patterns with assertions
// inside.
func matches(pattern string) iter.Seq[string] {
	return func(yield func(string) bool) {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return
		}
		matcher, err := compilePattern(pattern, maxPattern)
		if err != nil {
			return
		}
		left := maxPatternWork
		re = re.Simplify()
		seen := map[string]bool{}
		for round := range maxPatternRounds {
			w := patternWriter{branch: round, extra: round / 2}
			switch { // increasingly long, for a large minLength
			case round > 100:
				w.extra = 90 + (round-100)*(round-100)
			case round > 20:
				w.extra = round - 10
			}
			w.write(re)
			text := w.b.String()
			if w.b.Len() > maxPatternText || seen[text] {
				continue
			}
			if left -= len(text) * matcher.instructions; left < 0 {
				return
			}
			if !matcher.MatchString(text) {
				continue
			}
			seen[text] = true
			if !yield(text) {
				return
			}
		}
	}
}

// A patternWriter writes one string for a regular expression.
type patternWriter struct {
	b      strings.Builder
	branch int                 // which branch of an alternation is taken, modulo their number
	extra  int                 // the number of extra repetitions
	chars  [len(niceRunes)]int // the number of characters of each class so far
}

func (w *patternWriter) write(re *syntax.Regexp) {
	if w.b.Len() > maxPatternText {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			w.b.WriteRune(r)
		}
	case syntax.OpCharClass:
		w.b.WriteRune(w.runeOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.b.WriteRune(w.runeOf([]rune{'a', 'z'}))
	case syntax.OpCapture:
		w.write(re.Sub[0])
	case syntax.OpStar:
		w.repeat(re.Sub[0], w.extra)
	case syntax.OpPlus:
		w.repeat(re.Sub[0], 1+w.extra)
	case syntax.OpQuest:
		w.repeat(re.Sub[0], min(w.extra, 1))
	case syntax.OpRepeat:
		n := re.Min + w.extra
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		w.repeat(re.Sub[0], n)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[w.branch%len(re.Sub)])
	}
}

func (w *patternWriter) repeat(re *syntax.Regexp, n int) {
	for range n {
		before := w.b.Len()
		if w.write(re); w.b.Len() == before {
			return // full, or nothing to repeat
		}
	}
}

// niceRunes are the characters that a reader expects, in order of preference.
var niceRunes = [...]string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1234567890", "-_./ "}

// runeOf returns a character of a class, which is given as pairs of first and last: a
// letter if possible, a different one each time.
func (w *patternWriter) runeOf(class []rune) rune {
	in := func(r rune) bool {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= r && r <= class[i+1] {
				return true
			}
		}
		return false
	}
	for sort, nice := range niceRunes {
		var some []rune
		for _, r := range nice {
			if in(r) {
				some = append(some, r)
			}
		}
		if len(some) > 0 {
			w.chars[sort]++
			return some[(w.chars[sort]-1)%len(some)]
		}
	}
	for i := 0; i+1 < len(class); i += 2 {
		for r := class[i]; r <= min(class[i+1], class[i]+200); r++ {
			if unicode.IsPrint(r) {
				return r
			}
		}
	}
	if len(class) > 0 {
		return class[0]
	}
	return 'a'
}
