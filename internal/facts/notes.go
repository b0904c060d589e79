package facts

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
		}
	}
	return c.notes
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
