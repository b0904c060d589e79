package ls

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Name returns the name in the tag at the place and its span in the document; "" if there is
// none.
func (p *Place) Name() (name string, where xmlcall.Span) {
	for _, name := range p.tagNames() {
		if name.Start <= p.at && p.at <= name.End {
			return p.block.Slice(name), p.inDocument(name)
		}
	}
	return "", where
}

// Rename returns the edits of the document that rename both tags of the element at the place.
func (p *Place) Rename(newName string) ([]diagnostics.Edit, error) {
	var edits []diagnostics.Edit
	for _, name := range p.tagNames() {
		span, text, ok := p.call.Segment.FileEdit(name, newName)
		if !ok {
			return nil, fmt.Errorf("%s cannot be written in this string", strconv.Quote(newName))
		}
		edits = append(edits, diagnostics.Edit{Span: p.call.Place(span), Text: text})
	}
	return edits, nil
}

// Renamable returns why the element with a tag at the place cannot be renamed: there is none, or it has this name in
// every call; nil if it can.
func (p *Place) Renamable() error {
	if len(p.tagNames()) == 0 {
		return errors.New("no tag to rename at this position")
	}
	element := p.block.Element(p.element)
	switch envelope := p.block.Envelope(); {
	case p.element == envelope, element.Parent() == xmlcall.NoElement:
	case element.Parent() == envelope && forge.InEnvelope(element.Local()):
	default:
		return nil
	}
	return fmt.Errorf("<%s> cannot be renamed: its name is fixed", element.Local())
}

// IsName reports whether an element of this name can be in a call: whether the runtime reads
// its tags, and the end of the call is unchanged, unlike with a </tool> in it.
func IsName(name string) bool {
	call := "<tool><tool_name>x</tool_name><arguments><" + name + "></" + name + "></arguments></tool>"
	block := xmlcall.ParseAt(call, 0)
	return block.Span.End == len(call) && block.Verdict().Outcome == xmlcall.Runs && block.Element(3).Name() == name
}
