package json

import "strings"

// Teaches reports whether a system prompt on the lines of a text has a <tool>.
func Teaches(text string, formats *Set) bool {
	for {
		hit := Hit(text)
		if hit < 0 {
			return false
		}
		start := strings.LastIndexByte(text[:hit], '\n') + 1
		line, rest, _ := strings.Cut(text[start:], "\n")
		text = rest
		if !namesSystem(line) {
			continue
		}
		f := &File{formats: formats.get()}
		f.line(line, 0)
		for i := range f.Messages {
			if m := &f.Messages[i]; m.Role == System && m.Teaches() {
				return true
			}
		}
	}
}

// namesSystem reports whether a line may have a message with the role [System].
func namesSystem(line string) bool {
	line = strings.ToLower(line)
	for name, role := range roles {
		if role == System && strings.Contains(line, name) {
			return true
		}
	}
	return false
}
