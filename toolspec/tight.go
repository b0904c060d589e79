package toolspec

import (
	"strings"
	"unicode/utf8"
)

// Tight reports whether white space around the value is certainly a mistake: the
// argument is a path, a name or one of a list of values.
func (a *Argument) Tight() bool { return a.tight }

// unwrapped returns a tight value without what is around it and does not belong to it: white space, and, unless it
// is one of a list of values, quotes or invisible characters. around names that, or is empty.
func (a *Argument) unwrapped(text string) (bare, around string) {
	bare = strings.TrimSpace(text)
	if bare != text {
		around = "white space"
	}
	if len(a.Enum) > 0 {
		return bare, around
	}
	if visible := strings.TrimFunc(bare, isInvisible); visible != bare {
		bare, around = strings.TrimSpace(visible), "invisible characters"
	}
	if open, size := utf8.DecodeRuneInString(bare); closing[open] != "" {
		inner, ok := strings.CutSuffix(bare[size:], closing[open])
		if ok && strings.TrimSpace(inner) != "" && !strings.ContainsAny(inner, string(open)+closing[open]) {
			return strings.TrimSpace(inner), "quotes"
		}
	}
	return bare, around
}

// isInvisible reports whether a character has no width and no meaning at the edge of a path or a name.
func isInvisible(r rune) bool {
	return r >= '\u200b' && r <= '\u200f' || r == '\u2060' || r == '\ufeff' || r == '\u00ad'
}

// closing are the quotes that end what each quote starts.
var closing = map[rune]string{'"': `"`, '\'': "'", '`': "`", '\u201c': "\u201d", '\u2018': "\u2019", '\u00ab': "\u00bb"}
