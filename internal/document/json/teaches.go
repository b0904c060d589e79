package json

import (
	"slices"
	"strings"
)

// Teaches reports whether a system prompt on the lines of a text has a <tool>.
func Teaches(text string, formats *Set) bool {
	return anyMessage(text, formats, namesSystem, func(m *Message) bool { return m.Role == System && m.Teaches() })
}

// HasEnvelope reports whether an agent's message on the lines of a text has a call with the envelope.
func HasEnvelope(text string, formats *Set) bool {
	return anyMessage(text, formats, mayHaveEnvelope, func(m *Message) bool { return m.Role == Agent && m.HasEnvelope() })
}

// anyMessage reports whether a function is true of a message on a line with a <tool>, of those lines of which
// another one is true.
func anyMessage(text string, formats *Set, mayHave func(line string) bool, is func(*Message) bool) bool {
	for {
		hit := Hit(text)
		if hit < 0 {
			return false
		}
		start := strings.LastIndexByte(text[:hit], '\n') + 1
		line, rest, _ := strings.Cut(text[start:], "\n")
		text = rest
		if !mayHave(line) {
			continue
		}
		f := &File{formats: formats.get()}
		f.line(line, 0)
		for i := range f.Messages {
			if is(&f.Messages[i]) {
				return true
			}
		}
	}
}

// namesSystem reports whether a line may have a message with the role [System].
func namesSystem(line string) bool {
	return slices.ContainsFunc(systemNames, func(n systemName) bool { return n.isIn(line) })
}

// A systemName is a name of the role [System], with the letter of it that is rarest in texts,
// which finds the name without a copy of the text in lower case.
type systemName struct {
	name string
	rare int // index of the letter
}

var systemNames = func() (list []systemName) {
	for name, role := range roles {
		if role == System {
			list = append(list, systemName{name, strings.IndexAny(name, "vyu")})
		}
	}
	return list
}()

// isIn reports whether a text contains the name, in any case.
func (n systemName) isIn(text string) bool {
	for _, letter := range []byte{n.name[n.rare], n.name[n.rare] - 'a' + 'A'} {
		for at := 0; ; at++ {
			next := strings.IndexByte(text[at:], letter)
			if next < 0 {
				break
			}
			at += next
			start := at - n.rare
			if start >= 0 && start+len(n.name) <= len(text) && strings.EqualFold(text[start:start+len(n.name)], n.name) {
				return true
			}
		}
	}
	return false
}
