package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// fences follows the fenced code blocks from the start of a text, approximately:
// containers do not end fences. It serves only to determine whether a call is cut by
// the end of the fence that contains it.
type fences struct {
	text        string
	back, tilde finder
	pos         int
	open        markdown.Fence
}

func newFences(text string) *fences {
	return &fences{text: text, back: finder{text: text, want: "```"}, tilde: finder{text: text, want: "~~~"}}
}

// A fence is a line that opens or closes a fenced code block.
type fence struct {
	markdown.Fence
	end  int // offset of the line's end
	info string
}

// next returns the first fence line that starts at or after from and before
// to.
func (m *fences) next(from, to int) (fence, bool) {
	for from < to {
		at := m.back.before(from, to)
		if t := m.tilde.before(from, to); at < 0 || t >= 0 && t < at {
			at = t
		}
		if at < 0 {
			break
		}
		f := fence{end: endOfLine(m.text, at)}
		if startsLine(m.text, at) {
			f.Fence, f.info = markdown.FenceOf(strings.TrimRight(m.text[at:f.end], " \t\r"))
		}
		if f.Size > 0 {
			return f, true
		}
		from = f.end
	}
	return fence{}, false
}

// advance moves to offset to.
func (m *fences) advance(to int) {
	for m.pos < to {
		f, ok := m.next(m.pos, to)
		if !ok {
			m.pos = to
			return
		}
		m.pos = f.end
		switch {
		case m.open.Size == 0:
			m.open = f.Fence
		case f.Ends(m.open, f.info):
			m.open = markdown.Fence{}
		}
	}
}

// skip moves past a call: fences in its content are not fences of the document.
func (m *fences) skip(call xmlcall.Span) {
	if call.Start >= m.pos {
		m.advance(call.Start)
		m.pos = call.End
	}
}

// runsOn reports whether the code block that is open has no end, and other text before an offset: its
// author forgot the end, so that a call from there to another offset is not shown as code.
func (m *fences) runsOn(from, to int) bool {
	rest := *m
	for rest.pos = to; ; {
		f, ok := rest.next(rest.pos, len(m.text))
		if !ok {
			break
		}
		if f.Ends(m.open, f.info) {
			return false
		}
		rest.pos = f.end
	}
	const far = 16 << 10 // bytes; a longer code block is not examined
	before := m.text[max(0, from-far):from]
	start := strings.LastIndex(before, strings.Repeat(string(m.open.Char), m.open.Size))
	_, body, _ := strings.Cut(before[max(start, 0):], "\n")
	return strings.TrimSpace(body) != "" && startsLine(m.text, from)
}

// cut reports whether a fence that is open at from ends before to, so that a block
// over that range would be two things glued together. Markdown ends the code block at
// the first bare fence. The author intends one in a call's content as content, unless
// the arguments are complete before it, or the next fence opens another block.
func (m *fences) cut(open markdown.Fence, from, to int) bool {
	inner := false
	complete := strings.Index(m.text[from:to], "</arguments")
	for f, ok := m.next(from, to); ok; f, ok = m.next(f.end, to) {
		switch {
		case f.Char != open.Char || f.Size < open.Size:
		case f.info != "":
			inner = true
		case inner:
			inner = false
		default:
			after, more := m.next(f.end, to)
			if more && after.info != "" || complete >= 0 && from+complete < f.end {
				return true
			}
			inner = true
		}
	}
	return false
}
