package json

import "strings"

// Guess returns a place at or after an offset of a file at which reading can probably
// start, and its state. before is what is known of a place before it, the zero State for
// none. ok is false where nothing shows a place.
func Guess(text string, at int, before State) (place int, state State, ok bool) {
	if before.shape == start {
		before.shape = (&File{}).look(text, false)
	}
	if before.shape != lines {
		return 0, State{}, false
	}
	n := strings.IndexByte(text[at:], '\n')
	return at + n + 1, State{shape: lines}, n >= 0
}

// IsLines reports whether a file that starts with a text has a record a line.
func IsLines(text string) bool { return (&File{}).look(text, false) == lines }
