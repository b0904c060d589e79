package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// notes calls f for each note of the given kinds that stands for itself.
//
// There are none for a block that the runtime does not see or whose XML it
// refuses: what is missing there, or too much, is mostly a consequence. The same
// goes for a block of nothing but text or JSON.
func (p *Pass) notes(f func(xmlcall.Note), kinds ...xmlcall.NoteKind) {
	if !p.noted {
		p.noted = true
		if p.readable() && p.payload.kind != callPayload && len(p.b.Elements) > 1 {
			p.noteList = p.b.Notes()
		}
	}
	for i := range p.noteList {
		n := p.noteList[i]
		if slices.Contains(kinds, n.Kind) && !p.payload.explains(n) {
			f(n)
		}
	}
}

// readable reports whether the runtime finds the block and can parse it, with
// its repair or without. It may still refuse the call for what it says.
func (p *Pass) readable() bool {
	v := p.b.Verdict()
	return p.b.Form == xmlcall.Closed && (v.Outcome != xmlcall.Refused || v.At < 0)
}

// explains reports whether a note is only about how XML sees the JSON.
func (j jsonPayload) explains(n xmlcall.Note) bool {
	if j.kind == noPayload {
		return false
	}
	switch n.Kind {
	case xmlcall.NoServerName, xmlcall.NoArguments, xmlcall.StrayText:
		return true
	}
	return j.span.Contains(n.Span)
}

// isEllipsis reports whether text only says that something is left out.
func isEllipsis(text string) bool { return text == "..." || text == "…" }

// elided reports whether something is left out of the envelope that may be
// what seems to be missing: a template puts it there, or dots stand for it.
func (p *Pass) elided() bool {
	root := p.b.Envelope()
	if p.leavesOut(root) {
		return true
	}
	left := false
	p.notes(func(n xmlcall.Note) {
		left = left || n.Element == root && isEllipsis(p.b.Slice(n.Span))
	}, xmlcall.StrayText)
	return left
}

// reads reports whether the runtime reads an element, and not only the text of
// one around it: the element is part of the envelope, an argument, or part of
// one that has structure.
func (p *Pass) reads(element int) bool {
	b := p.b
	e := &b.Elements[element]
	switch {
	case e.Parent < 0:
		return true
	case e.Parent == b.Envelope():
		return slices.Contains(envelopeNames, e.Local())
	case !p.inArguments(element) || p.scalarsOf()[e.Parent] >= 0:
		return false
	}
	known := p.arguments()
	return known == nil || known[element] != nil
}

// holdsStructure reports whether an element's CDATA section was meant as its
// structure, which is a finding of its own. Notes come by position, so that the
// answer for the element asked about last is the one to keep.
func (p *Pass) holdsStructure(element int) bool {
	if p.structureOf != element {
		p.structureOf = element
		t := p.onlySection(element)
		p.isStruct = t != nil && (p.inArguments(element) || element == p.argumentsElement()) &&
			p.isStructure(element, p.arguments(), strings.TrimSpace(p.b.Slice(t.Inner)))
	}
	return p.isStruct
}
