package toolspec

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Tight reports whether white space around the value is certainly a mistake: the
// argument is a path, a name or one of a list of values.
func (a *Argument) Tight() bool { return a.tight }

// unpaddedNames are the last words of the names of strings in which surrounding white
// space is never intended.
var unpaddedNames = []string{"path", "file", "filename", "dir", "directory", "folder", "name", "id", "url", "uri", "session", "selector"}

// isTight reports whether white space around the value of a string is certainly a
// mistake.
func (a *Argument) isTight() bool { return len(a.Enum) > 0 || TightName(a.Name) }

// TightName reports whether an argument of the name is a path, an id or a name, as far as that can be told
// without a definition of the tool.
func TightName(name string) bool {
	word := strings.ToLower(name)
	return slices.Contains(unpaddedNames, word[strings.LastIndexAny(word, "_-.")+1:])
}

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

// HoldsPath reports whether an argument, judging by its name, holds the path of a file or
// folder.
func (a *Argument) HoldsPath() bool {
	return a.Kind == String && len(a.Enum) == 0 && slices.Contains(strings.Fields(nameValues[0].names+" "+nameValues[1].names), lastWord(a.Name))
}

// lastWord returns the last word of a name in lower case: filePath, file-path and file_path end in path.
func lastWord(name string) string {
	at := strings.LastIndexAny(name, "_-. ") + 1
	if upper := strings.LastIndexFunc(name, func(r rune) bool { return 'A' <= r && r <= 'Z' }); upper > at && upper < len(name)-1 && name[upper-1] >= 'a' {
		at = upper
	}
	return strings.ToLower(name[at:])
}
