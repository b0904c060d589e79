package toolspec

import (
	"regexp/syntax"
	"strings"
)

// No library generates these strings: the existing ones draw them at random, and have had no
// release for years. Little is needed here: the shortest match, and longer ones for a minLength.

const (
	// patternRounds is the number of strings that are tried for a pattern.
	patternRounds = 60
	// maxPatternText bounds the length in bytes of a string for a pattern.
	maxPatternText = 2_000
)

// matches returns distinct strings of a length in bytes that match a regular expression of Go, short
// ones first, and no more than wanted. It returns none if it finds none, which happens for patterns
// with assertions inside. Matching a thousand characters counts as a step.
func (g *generator) matches(pattern string, length, wanted int) (list []any) {
	matcher, err := compilePattern(pattern, maxPattern)
	if err != nil {
		return nil
	}
	re, _ := syntax.Parse(pattern, syntax.Perl)
	re = re.Simplify()
	seen := map[string]bool{}
	for round := range patternRounds {
		w := patternWriter{branch: round, extra: round}
		w.write(re)
		text := w.b.String()
		if seen[text] || len(text) < length || len(text) > maxPatternText {
			continue
		}
		seen[text] = true
		if g.steps += len(text) * matcher.instructions / 1000; g.steps > maxSteps || len(list) == wanted {
			break
		}
		if matcher.MatchString(text) {
			list = append(list, text)
		}
	}
	return list
}

// A patternWriter writes one string for a regular expression.
type patternWriter struct {
	b      strings.Builder
	branch int                 // which branch of an alternation is taken, modulo their number
	extra  int                 // the number of extra repetitions
	chars  [len(niceRunes)]int // the number of characters of each class so far
}

func (w *patternWriter) write(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		w.b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		w.b.WriteRune(w.runeOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.b.WriteRune(w.runeOf([]rune{'a', 'z'}))
	case syntax.OpStar:
		w.repeat(re.Sub[0], w.extra)
	case syntax.OpPlus:
		w.repeat(re.Sub[0], 1+w.extra)
	case syntax.OpQuest:
		w.repeat(re.Sub[0], min(w.extra, 1))
	case syntax.OpCapture, syntax.OpConcat:
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
		if w.write(re); w.b.Len() == before || before > maxPatternText {
			return
		}
	}
}

// niceRunes are the characters that a reader expects, in order of preference.
var niceRunes = [...]string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1234567890", "-_./ "}

// runeOf returns a character of a class, which is given as pairs of first and last: a letter if
// possible, a different one each time.
func (w *patternWriter) runeOf(class []rune) rune {
	for sort, nice := range niceRunes {
		var some []rune
		for _, r := range nice {
			for i := 0; i+1 < len(class); i += 2 {
				if class[i] <= r && r <= class[i+1] {
					some = append(some, r)
				}
			}
		}
		if len(some) > 0 {
			w.chars[sort]++
			return some[(w.chars[sort]-1)%len(some)]
		}
	}
	return append(class, 'a')[0]
}
