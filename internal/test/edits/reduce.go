package edits

import "slices"

// Reduce shortens a text and a chain of its edits as far as fails still reports true.
// It makes at most tries tries.
func Reduce(text string, chain []Edit, tries int, fails func(text string, chain []Edit) bool) (string, []Edit) {
	shorter := true
	try := func(with string, edits []Edit) bool {
		if tries--; tries < 0 || !fails(with, edits) {
			return false
		}
		text, chain, shorter = with, edits, true
		return true
	}
	for shorter {
		shorter = false
		for len(chain) > 1 && (try(chain[0].Apply(text), chain[1:]) || try(text, chain[:len(chain)-1])) {
		}
		for size := len(text) / 2; size > 0; size /= 2 {
			for at := 0; at < len(text); {
				to := min(len(text), at+size)
				if moved, ok := without(chain, at, to); !ok || !try(text[:at]+text[to:], moved) {
					at = to
				}
			}
		}
		last := len(chain) - 1
		for size := len(chain[last].With) / 2; size > 0; size /= 2 {
			for at := 0; at < len(chain[last].With); {
				e := chain[last]
				e.With = e.With[:at] + e.With[min(len(e.With), at+size):]
				if !try(text, append(slices.Clone(chain[:last]), e)) {
					at += size
				}
			}
		}
	}
	return text, chain
}

// without returns the chain for the text without a stretch, given by its offsets. ok is
// false if an edit touches the stretch.
func without(chain []Edit, from, to int) (moved []Edit, ok bool) {
	n := to - from
	for _, e := range chain {
		switch {
		case e.From >= to:
			moved = append(moved, Edit{e.From - n, e.To - n, e.With})
		case e.To <= from:
			moved = append(moved, e)
			shift := len(e.With) - (e.To - e.From)
			from, to = from+shift, to+shift
		default:
			return nil, false
		}
	}
	return moved, true
}
