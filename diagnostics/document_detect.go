package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// keepsKind reports whether the kind of the text after replacing items is unchanged, if
// it is derived from the text.
func (e *edit) keepsKind() bool {
	switch {
	case e.asked == document.Prose:
		return document.MayBeTranscript(e.head()) == e.opens
	case e.asked != document.Auto:
		return true
	case !e.keepsComments():
		return e.detectAll()
	case e.kind == document.Log && e.evidence.End < e.from.bytes:
		return true
	case e.kind == document.Log && e.evidence.Start >= e.until.bytes:
		e.evidence.Start += e.shift
		e.evidence.End += e.shift
		return true
	}
	evidence, found, sure := e.detect(e.from, e.from.Add(e.replaced))
	switch {
	case e.kind == document.Document:
		// Other items do not show more than before: whether a tag is followed by the
		// shape of a call is decided in the item of the tag.
		return !found
	case found && sure:
		e.evidence = evidence
		return true
	}
	return e.detectAll()
}

// keepsComments reports whether text outside the replaced items is commented out as
// before.
func (e *edit) keepsComments() bool {
	was := sum{}
	for before, i := range e.old.items.From(func(s sum) bool { return s.items > e.from.items }) {
		if before.items >= e.until.items {
			break
		}
		was = was.Add(i.sum)
	}
	is := e.replaced.comments
	return e.from.comments.Add(is).Opens == e.until.comments.Opens && (!e.from.comments.Opens || is.Ends == was.comments.Ends)
}

// detectAll is keepsKind for the whole text, up to where it is decided.
func (e *edit) detectAll() bool {
	for size := 64 << 10; ; size *= 2 {
		to, _, more := e.items.Seek(func(s sum) bool { return s.bytes > size })
		evidence, found, sure := e.detect(sum{}, to)
		if found && sure || !more {
			e.evidence = evidence
			return found == (e.kind == document.Log)
		}
	}
}

// detect searches for evidence that the text is a Log in the items between two places. It
// is sure if the text after them is irrelevant.
func (e *edit) detect(from, to sum) (evidence xmlcall.Span, found, sure bool) {
	closed := false
	for range e.items.Select(func(s sum) bool { return s.items > to.items }, func(s sum) bool { return s.comments.Ends }) {
		closed = true
		break
	}
	evidence, found = document.DetectPart(e.text.Slice(from.bytes, to.bytes), from.comments.Opens, closed)
	evidence.Start += from.bytes
	evidence.End += from.bytes
	return evidence, found, evidence.End < to.bytes
}
