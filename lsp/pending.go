package lsp

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/text"
)

// A hunk is a range of a text, in bytes, and the length of what replaces it.
type hunk struct{ start, end, length int }

// near is how far apart, in bytes, two edits may be to be made as one: reading once
// costs less.
const near = 1 << 10

// addHunk returns the hunks that lead to the text after one more edit, which
// replaces the bytes from start to end of what the hunks lead to by length others.
// Hunks are in order and apart from each other. The slice is not changed.
func addHunk(hunks []hunk, start, end, length int) []hunk {
	merged := make([]hunk, 0, len(hunks)+1)
	shift := 0 // of what follows the hunks so far
	k := 0
	for ; k < len(hunks) && hunks[k].start+shift+hunks[k].length+near < start; k++ {
		merged = append(merged, hunks[k])
		shift += hunks[k].length - (hunks[k].end - hunks[k].start)
	}
	from, to, after := start, end, shift
	for ; k < len(hunks) && hunks[k].start+after <= end+near; k++ {
		h := hunks[k]
		from = min(from, h.start+after)
		to = max(to, h.start+after+h.length)
		after += h.length - (h.end - h.start)
	}
	merged = append(merged, hunk{from - shift, to - after, to - from + length - (end - start)})
	return append(merged, hunks[k:]...)
}

// applyHunks returns the document of a text that hunks lead to.
func applyHunks(d *diagnostics.Document, hunks []hunk, t text.Text) *diagnostics.Document {
	at := t.Len()
	end := d.Text().Len()
	for k := len(hunks) - 1; k >= 0; k-- { // from the last: the offsets before it stay
		h := hunks[k]
		at -= end - h.end // where its new text ends
		d = d.Edit(h.start, h.end, t.Slice(at-h.length, at))
		at -= h.length
		end = h.start
	}
	return d
}
