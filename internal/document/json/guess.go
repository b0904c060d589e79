package json

import "strings"

// maxGuess is the number of bytes of a text that a guess examines.
const maxGuess = 256 << 10

// Guess returns a place at or after an offset of a file at which reading can probably
// start, and its state. before is a place before it and the state there, or the start of
// the file. ok is false if there is no recognizable place.
func Guess(text string, at int, before Seam) (place int, state State, ok bool) {
	if before.State.shape == start {
		before.State = LayoutOf(linesOf(text)).Start()
	}
	switch before.State.shape {
	case lines:
		n := strings.IndexByte(text[at:], '\n')
		return at + n + 1, before.State, n >= 0
	case document: // in which the first item of a list shows how others start
		seams := Read(text[:min(len(text), maxGuess)], before.State, true, nil).Seams
		if len(seams) == 0 {
			return 0, State{}, false
		}
		before = seams[0]
	}
	n := nextItem(text[at:min(len(text), at+maxGuess)], headOf(text[before.At:]))
	return at + n, before.State, n >= 0
}
