package json

import (
	"iter"
	"slices"
	"strings"
)

// Prompts iterates over the messages on the lines of a text that may show that calls in text run:
// system prompts with a [Hit], with results what begins like one, and, as long as replies reports true, replies
// with a hit.
func Prompts(found Found, formats *Set, results bool, replies func() bool) iter.Seq[*Message] {
	return func(yield func(*Message) bool) {
		for _, lines := range found.Lines {
			for line := range strings.Lines(found.Text[lines.Start:lines.End]) {
				if !replies() && !namesSystem(line) && !(results && hasResult(line)) {
					continue
				}
				f := &File{formats: formats.get()}
				f.line(line, 0)
				for i := range f.Messages {
					if m := &f.Messages[i]; m.Calls() && (m.Role != Agent || replies()) && !yield(m) {
						return
					}
				}
			}
		}
	}
}

// hasResult reports whether a line may have the result of a call in text.
func hasResult(line string) bool {
	for _, word := range [...]string{"tool_response", "function_results", "TOOL_RESULTS", "tool▁outputs", "|>functions."} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
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
