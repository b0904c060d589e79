package text

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Pending is a text with edits that have arrived, which are made together when somebody asks for
// [Pending.Text]: two hundred keys in a text of megabytes cost little more than one. It must not be
// edited while others use it.
type Pending struct {
	mu      sync.Mutex // for Text, which makes the edits
	base    Text
	windows []window // what the edits replace in base: in order, and apart
	length  int
}

// A window replaces the bytes from start to end of the base. It includes a few unchanged ones on both
// sides, so that neither of its ends is inside a character or a CR LF, before the edits or after.
type window struct {
	start, end  int
	first, last int // the lines of start and end
	text        Text
}

// grown returns the number of bytes that the text becomes longer.
func (w *window) grown() int { return w.text.Len() - (w.end - w.start) }

// margin is the number of unchanged bytes that a window includes, unless the text ends: whether a
// place is a border is decided by the three bytes on each side, of which rounding to a border may
// take three.
const margin = 8

// maxWindows bounds the windows, all of which an edit may have to pass: an editor sends thousands of
// edits at once when a word is replaced everywhere.
const maxWindows = 128

// Pending returns the text for edits.
func (t Text) Pending() *Pending { return &Pending{base: t, length: len(t.s)} }

// Clone returns the same text for more edits. It shares the edits that have been made.
func (p *Pending) Clone() *Pending {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Pending{base: p.base, windows: slices.Clone(p.windows), length: p.length}
}

// Len returns the number of bytes after the edits.
func (p *Pending) Len() int { return p.length }

// Splice replaces the bytes from start to end of the text after the edits so far.
func (p *Pending) Splice(start, end int, replacement string) {
	if start < 0 || end < start || end > p.length {
		panic(fmt.Sprintf("text: range from %d to %d of a text of %d bytes", start, end, p.length))
	}
	from, to := max(0, start-margin), min(p.length, end+margin)
	k, shift := 0, 0
	for ; k < len(p.windows) && p.windows[k].start+shift+p.windows[k].text.Len() < from; k++ {
		shift += p.windows[k].grown()
	}
	before, next, w := shift, k, window{start: from - shift, end: to - shift}
	for ; next < len(p.windows) && p.windows[next].start+shift <= to; next++ { // which become part of it
		shift += p.windows[next].grown()
		w.start, w.end = min(w.start, p.windows[next].start), max(to-shift, p.windows[next].end)
	}
	w.start, w.end = border(p.base.s, w.start), border(p.base.s, w.end)
	w.first, w.last = p.base.lineOf(w.start), p.base.lineOf(w.end)
	w.text = New(p.slice(w.start+before, start) + replacement + p.slice(end, w.end+shift))
	p.windows = slices.Replace(p.windows, k, next, w)
	p.length += len(replacement) - (end - start)
	if len(p.windows) > maxWindows {
		p.Text()
	}
}

// slice returns the bytes from start to end after the edits.
func (p *Pending) slice(start, end int) string {
	var b strings.Builder
	for part := range p.parts {
		n := part.end - part.start
		b.WriteString(part.text.s[part.start+min(max(start, 0), n) : part.start+min(max(end, 0), n)])
		start, end = start-n, end-n
	}
	return b.String()
}

// Offset is [Text.Offset] in the text after the edits.
func (p *Pending) Offset(pos Position, enc Encoding) int {
	if pos.Line < 0 {
		return 0
	}
	at := 0
	pos.Column = min(max(pos.Column, 0), p.length)
	for part := range p.parts {
		if n := part.last - part.first; pos.Line > n {
			pos.Line -= n
		} else {
			if pos.Line == 0 { // it has begun before
				pos.Column += part.text.Position(part.start, enc).Column
			}
			pos.Line += part.first
			offset := part.text.Offset(pos, enc)
			if pos.Line < part.last || offset < part.end {
				return at + offset - part.start
			}
			pos = Position{0, pos.Column - part.text.Position(part.end, enc).Column}
		}
		at += part.end - part.start
	}
	return at
}

// Text returns the text after the edits.
func (p *Pending) Text() Text {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.windows) == 0 {
		return p.base
	}
	var b strings.Builder
	b.Grow(p.length)
	lines := 0
	for part := range p.parts {
		lines += part.last - part.first
	}
	starts := make([]uint32, 0, lines)
	for part := range p.parts {
		k, shift := len(starts), uint32(b.Len()-part.start)
		starts = append(starts, part.text.starts[part.first:part.last]...)
		if shift != 0 {
			for i := range starts[k:] {
				starts[k+i] += shift
			}
		}
		b.WriteString(part.text.s[part.start:part.end])
	}
	p.base, p.windows = Text{b.String(), starts, &columns{}}, nil
	return p.base
}

// parts iterates over the parts of the text after the edits: those of the base between the windows,
// and the texts of the windows.
func (p *Pending) parts(yield func(window) bool) {
	part := window{text: p.base}
	for _, w := range p.windows {
		part.end, part.last = w.start, w.first
		if !yield(part) || !yield(window{end: w.text.Len(), last: len(w.text.starts), text: w.text}) {
			return
		}
		part.start, part.first = w.end, w.last
	}
	part.end, part.last = p.base.Len(), len(p.base.starts)
	yield(part)
}
