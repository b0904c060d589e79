package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Within reports whether the seam is inside a long message; see [Segment.Long].
func (s *State) Within() bool { return s.within }

// A Seam is a place in a text at which reading can start: the result for the text after
// it depends only on State and not on the text before it, and the result for the text
// before it does not depend on the text after it. It is the start of a line, and in
// JSON possibly that of an item within a line.
type Seam struct {
	At    int // byte offset in the text
	State State
}

// A State is the state of reading at a seam. The zero value is the state at the start
// of a file. States are comparable.
type State struct {
	// Calls is the number of runnable calls of the message before the seam, 2 for more.
	// The caller, who reads the calls, sets it.
	Calls uint8
	// Called reports whether any call of the message is before the seam. The caller
	// also sets it.
	Called bool

	crlf  bool      // whether the line before it ends with "\r\n"
	fence fenceMark // the open code block, approximately; see fences
	// In a document:
	labelFence fenceMark // the same for labels, if they are counted; see PartOptions.Count
	headings   string    // see LeadIn.Headings
	plain      bool      // whether the block at the seam shows no call, so that nothing before it can introduce one
	// In a reply or a log:
	scope    Scope // of the message that contains the seam
	role     Role  // of its author
	within   bool  // whether the seam is inside that message, which is long
	thinking bool  // whether it is after an unclosed <thinking>
	// In JSON:
	json json.State
}

// after returns the state after a text, whose last line end it takes into account.
func (s State) after(text string) State {
	s.crlf = strings.HasSuffix(text, "\r\n")
	return s
}

// PartOptions specifies where in a file reading starts, and the state there. The zero value
// reads a whole file.
type PartOptions struct {
	State State
	// Part reports whether the text ends before the file does.
	Part bool
	// Rest is the number of bytes after the text of the message that the text ends in.
	Rest int
	// Count reports whether the labels of a document decide whether it is one; see
	// [DetectProse].
	Count bool
	// Layout is the layout of the whole JSON file.
	Layout json.Layout
	// Outline has just found the entries of the text, a line of a file with one record per
	// line, whose JSON is not read again; nil for any other text.
	Outline *json.Outline
	// Labels are the labels of the whole file; nil if the text is the whole file.
	Labels *Labels
	ReadOptions
	// Closes reports, for a part, whether a <thinking> that is open at the end of the
	// text is closed in the rest of the message; see [ClosesThinking].
	Closes func(Scope) bool

	seams bool
}

// ReadPart reads a part of a file that starts at a seam, and finds the seams in it; see
// [File.Seams]. kind must not be Auto or Prose. Offsets in the result are relative to
// the start of the part.
//
// ok is false if the state turns out to be wrong for the part, for example because of a
// </thinking> that ends a <thinking> before the part.
func ReadPart(text string, kind Kind, from PartOptions) (f *File, ok bool) {
	from.seams = true
	switch {
	case kind == JSON:
		f = readJSON(text, from)
	case kind.Source():
		f = readSource(text, kind, from)
	case kind == Document:
		f = readDocument(text, from)
		bindTags(text, &f.bound)
	default:
		f = readReply(text, kind, from)
		bindTags(text, &f.bound)
	}
	from.Outline = nil // it does not know another version of the text
	f.part, f.crlf = from.Part, from.State.crlf
	f.asked, f.options, f.from = kind, from.ReadOptions, &from
	return f, !f.wrong
}

// Reread reads another version of the file's text, or of the part of a file, in the same
// way as f was read.
func (f *File) Reread(text string) *File {
	if f.from == nil {
		return ReadWith(text, f.asked, f.options)
	}
	again, _ := ReadPart(text, f.Kind, *f.from)
	return again
}

// Continues reports whether the file continues after the text.
func (f *File) Continues() bool { return f.part }

// Release releases what [File.Seams], [File.Bind], [File.LabelsIn] and [File.Reread]
// need. None of them may be called after it. The inputs of a file can refer to much
// more than the file: [PartOptions.Closes] to the whole of an earlier version.
func (f *File) Release() {
	f.from, f.bound, f.seams, f.marks, f.fenced, f.shows = nil, bonds{}, nil, nil, nil, nil
}

// Bind records that text that starts in a span of the file's text is read as one: it
// has no seams inside, and none after its start if it ends where the text of a part
// ends.
func (f *File) Bind(span xmlcall.Span) { f.bound.add(span.Start, span.End) }

// Seams iterates over the seams of a part by position, without its start. Seams inside bound
// spans are omitted. There can be one in every few bytes of a text: they are not stored.
func (f *File) Seams(yield func(Seam) bool) {
	if f.seams == nil {
		return
	}
	open := -1
	if f.part {
		open = len(f.Text)
	}
	slices.SortFunc(f.bound.list, func(a, b xmlcall.Span) int { return a.Start - b.Start })
	to, next := 0, 0
	for s := range f.seams {
		for next < len(f.bound.list) && f.bound.list[next].Start < s.At {
			to = max(to, f.bound.list[next].End)
			next++
		}
		if to == open {
			return
		}
		if to <= s.At && s.At > 0 {
			s.State = s.State.after(f.Text[:s.At])
			if !yield(s) {
				return
			}
		}
	}
}

// AfterCRLF reports whether the line before a segment of the file ends with "\r\n".
func (f *File) AfterCRLF(s *Segment) bool {
	if s.literal != nil {
		return false
	}
	before := f.Text[:min(s.FileEnd(0), len(f.Text))]
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		return i > 0 && before[i-1] == '\r'
	}
	return f.crlf
}

// Relevant reports whether a text of a kind may contain anything to report on: a tag named tool,
// escaped or not, a comment addressed to this program, or, in JSON, a call in the text format of another model or a
// native one.
func Relevant(text string, kind Kind) bool {
	if kind == JSON || kind.Source() { // programs also have the escapes of JSON
		switch {
		case kind == JSON:
			return json.Hit(text) >= 0 || json.ShowsNative(text)
		case json.HasTool(text):
			return true
		}
	}
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '<')
		if n < 0 {
			_, escaped := syntax.FindEscapedTool(text, 0)
			return escaped || indexDirective(text) >= 0 // usually there is a tag long before
		}
		i += n
		if name := strings.TrimPrefix(text[i+1:], "/"); len(name) >= len("tool") && startsTool(name) {
			return true
		}
	}
}

// startsTool reports whether a text starts with "tool", in any case, with a prefix or
// without, or may if it continues.
func startsTool(text string) bool {
	const maxPrefix = 32 // bytes; at least as much as for a tag
	if startsPlain(text) {
		return true
	}
	n := strings.IndexByte(text[:min(len(text), maxPrefix)], ':')
	if n < 0 {
		return len(text) < maxPrefix && !strings.ContainsAny(text, "<> \t\r\n=/")
	}
	return startsPlain(text[n+1:])
}

func startsPlain(text string) bool {
	n := min(len(text), len("tool"))
	return strings.EqualFold(text[:n], "tool"[:n])
}

// FileEnd returns the place in the file that corresponds to an offset of the segment's
// text; for its end, the place after its last byte.
func (s *Segment) FileEnd(at int) int {
	if s.Whole() {
		return at
	}
	place := s.fileOffset(min(max(at, 0), len(s.Text)))
	if s.literal != nil {
		return s.literal.End(place)
	}
	return place
}

// bonds are the spans of a text that are read as one.
type bonds struct{ list []xmlcall.Span }

func (b *bonds) add(start, end int) {
	if end <= start {
		return
	}
	if k := len(b.list) - 1; k >= 0 && b.list[k].Start <= start && start < b.list[k].End {
		b.list[k].End = max(b.list[k].End, end)
		return
	}
	b.list = append(b.list, xmlcall.Span{Start: start, End: end})
}

// bindTags binds each tag named tool, and text that would be one without a '<' before
// its '>', or if the text continued.
func bindTags(text string, bound *bonds) {
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '<')
		if n < 0 {
			return
		}
		i += n
		name := strings.TrimPrefix(text[i+1:], "/")
		if !startsTool(name) {
			continue
		}
		end := len(text)
		if n := strings.IndexAny(name, "<>"); n >= 0 {
			end -= len(name) - n - 1
		}
		if strings.IndexByte(text[i:end], '\n') >= 0 { // no seam is within a line
			bound.add(i, end)
		}
	}
}

// seams returns the places of a document at which a block starts that is independent of
// the text before it: top-level, and not introduced by the paragraph before it. They are
// returned as a list.
func (d *document) seams(openers []opener, ends []int, calls []xmlcall.Span, at State, labelFence fencesAt) []Seam {
	o := d.outline
	list := make([]Seam, 0, len(o.tops))
	fences := newFences(d.text, at.fence)
	d.headings, d.headed = at.headings, 0
	next, end := 0, 0
	for _, i := range o.tops {
		l := &o.leaves[i]
		for end < len(ends) && ends[end] <= l.start {
			end++
		}
		for next < len(openers) && openers[next].start < l.start {
			next++
		}
		opens := next < len(openers) && openers[next].start < l.end
		if l.start == 0 || d.text[l.start-1] != '\n' || strings.HasPrefix(d.text[l.start:], bom) || isComment(d.text[l.start:l.end]) {
			continue
		}
		plain := l.kind == prose && !opens
		if !plain {
			if d.done = 0; end > 0 {
				d.done = ends[end-1]
			}
			if d.before(i).Len() > 0 {
				continue
			}
		}
		for len(calls) > 0 && calls[0].End <= l.start {
			fences.advance(calls[0].Start)
			fences.pos = calls[0].End
			calls = calls[1:]
		}
		fences.advance(l.start)
		state := State{headings: d.headingsAt(i), fence: fences.open, plain: plain}
		if labelFence != nil {
			state.labelFence = labelFence(l.start)
		}
		list = append(list, Seam{l.start, state})
	}
	return list
}

// introduced reports whether text before a part may introduce its first block, although it could
// not when the seam was found: since then, an edit has put a call into that block, or removed it.
func (d *document) introduced(at State, openers []opener) bool {
	if !at.plain || len(d.outline.tops) == 0 {
		return false
	}
	l := &d.outline.leaves[d.outline.tops[0]]
	if strings.TrimSpace(d.text[:l.start]) != "" {
		return false // a thematic break is before it
	}
	return l.kind != prose || len(openers) > 0 && openers[0].start < l.end
}

// isComment reports whether a Markdown block is a comment, or one of a template.
func isComment(block string) bool {
	block = strings.TrimLeft(block, " \t>")
	return strings.HasPrefix(block, "<!--") || strings.HasPrefix(block, "[//]:") || isTemplateComment(block)
}
