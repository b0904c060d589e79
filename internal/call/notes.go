package call

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// NotesOf yields the notes of the given kinds that are not a consequence of something
// larger.
//
// There are none for a block that the runtime does not see or whose XML it refuses:
// missing or extra parts are then usually a consequence. The same applies to a block
// with only text or JSON.
func (c *Call) NotesOf(kinds ...notes.Kind) iter.Seq[notes.Note] {
	return func(yield func(notes.Note) bool) {
		list := c.allNotes()
		for i := range list {
			n := list[i]
			if slices.Contains(kinds, n.Kind) && !c.Payload.explains(n) && !yield(n) {
				return
			}
		}
	}
}

func (c *Call) allNotes() []notes.Note {
	if !c.notesAsked {
		c.notesAsked = true
		if c.Readable() && c.Payload.Kind != CallPayload && c.Block.NumElements() > 1 {
			c.notes = notes.Of(c.Block)
			if len(c.Holes) > 0 {
				c.notes = slices.DeleteFunc(slices.Clone(c.notes), c.isOpenNote)
				for i := range c.notes {
					if n := &c.notes[i]; n.Kind == notes.StrayText && !IsEllipsis(c.Block.Slice(n.Span)) {
						n.Span = c.knownText(n.Span)
					}
				}
			}
		}
	}
	return c.notes
}

// isOpenNote reports whether it depends on what a template fills in whether a note is true.
func (c *Call) isOpenNote(n notes.Note) bool {
	switch n.Kind {
	case notes.DuplicateChild:
		later, _ := c.Block.Child(c.Block.Envelope(), c.Block.Element(n.Element).Local())
		return c.apart(n.Element, later)
	case notes.StrayText:
		return c.knownText(n.Span).Len() == 0 && !IsEllipsis(c.Block.Slice(n.Span))
	}
	return c.InHole(n.Span) && !IsEllipsis(c.Block.Slice(n.Span))
}

// Reads reports whether the runtime reads an element, rather than only the text of one
// around it: the element is part of the envelope, an argument, or part of one that has
// structure.
func (c *Call) Reads(element xmlcall.ElementID) bool {
	b := c.Block
	e := b.Element(element)
	switch {
	case e.Parent() == xmlcall.NoElement:
		return true
	case e.Parent() == b.Envelope():
		return forge.InEnvelope(e.Local())
	case !c.InArguments(element) || c.ScalarsOf()[e.Parent()] != xmlcall.NoElement:
		return false
	}
	known := c.Arguments()
	return known == nil || known[element] != nil
}
