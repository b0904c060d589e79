package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// ShapeOf returns the argument that the tool reads in an element with child elements
// and no text: the object or the list. It is nil for any other element.
func ShapeOf(a *toolspec.Argument) *toolspec.Argument {
	if a = a.Element(); a == nil || a.Kind != toolspec.List && a.Kind != toolspec.Object {
		return nil
	}
	return a
}

// IsNull reports whether a text represents no value for an argument.
func IsNull(a *toolspec.Argument, text string) bool {
	return a != nil && a.Nullable && strings.TrimSpace(text) == "null"
}

// HoldsOnly reports whether an element contains elements of one name, and nothing else.
func HoldsOnly(b *xmlcall.Block, element xmlcall.ElementID, name string) bool {
	for _, e := range b.Children(element) {
		if e.Local() != name {
			return false
		}
	}
	return b.Element(element).HasChildren() && strings.TrimSpace(b.Element(element).Text()) == ""
}

// OnlySection returns the CDATA section that is the only content of an element except
// for white space. ok is false if there is anything else.
func OnlySection(b *xmlcall.Block, element xmlcall.ElementID) (section xmlcall.Token, ok bool) {
	e := b.Element(element)
	for i := e.First() + 1; i <= e.Last(); i++ {
		t := b.Tokens[i]
		switch {
		case t.Kind() == xmlcall.EndTag && i == e.Last():
		case t.Kind() == xmlcall.CDATA && !ok:
			section, ok = t, true
		case t.Kind() != xmlcall.Text || strings.TrimSpace(b.Slice(t.Span())) != "":
			return section, false
		}
	}
	return section, ok
}

// CallInSection returns the CDATA section that holds all of a call: its elements, as text.
func CallInSection(b *xmlcall.Block) (section xmlcall.Token, ok bool) {
	if b.Delimiters == xmlcall.Escaped || b.Envelope() == xmlcall.NoElement || b.Element(b.Envelope()).HasChildren() {
		return section, false
	}
	section, ok = OnlySection(b, b.Envelope())
	inner := strings.TrimSpace(b.Slice(section.Inner()))
	starts := slices.ContainsFunc(forge.Envelope[:], func(name string) bool { return strings.HasPrefix(inner, "<"+name+">") })
	return section, ok && starts && strings.Contains(inner, "<tool_name>")
}

// LostBracket reports whether a CDATA section, the only content of an element, ends with a bracket that is left
// open on its last line, and what is in it: of [name="a"]]]> a bracket was lost. at is the place for it.
func LostBracket(b *xmlcall.Block, element xmlcall.ElementID) (at int, lost bool) {
	e := b.Element(element)
	if e.HasChildren() || !strings.HasSuffix(b.Slice(e.Content()), "]]>") {
		return 0, false
	}
	section, ok := OnlySection(b, element)
	inner := section.Inner()
	text := b.Slice(inner)
	last := text[strings.LastIndexByte(text, '\n')+1:]
	open := strings.LastIndexByte(last, '[')
	if !ok || open < 0 {
		return 0, false
	}
	within := last[open+1:]
	return inner.End, within != "" && !strings.Contains(within, "]") && strings.TrimSpace(within) == within &&
		strings.Count(text, "[") == strings.Count(text, "]")+1
}

// HoldsStructure reports whether an element's CDATA section was intended as its
// structure, which is a separate finding. Notes are sorted by position, so the answer
// for the last element is cached.
func (c *Call) HoldsStructure(element xmlcall.ElementID) bool {
	if c.structureOf != element {
		c.structureOf = element
		t, ok := OnlySection(c.Block, element)
		c.isStruct = ok && (c.InArguments(element) || element == c.ArgumentsElement()) &&
			c.isStructure(element, c.Arguments(), strings.TrimSpace(c.Block.Slice(t.Inner())))
	}
	return c.isStruct
}

// isStructure reports whether text, the only content of an element, was intended as its
// structure rather than its value. known is the result of [Call.Arguments].
func (c *Call) isStructure(element xmlcall.ElementID, known []*toolspec.Argument, text string) bool {
	if c.IsArguments(element) {
		return LooksLikeJSON(text) || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">")
	}
	name := c.Block.Element(element).Local()
	item, _ := plural.Singular(name)
	items := []string{item, "item"}
	if known == nil {
		if item == name {
			return false // not a list, judging by its name
		}
	} else {
		a := ShapeOf(known[element])
		switch {
		case a == nil, IsNull(known[element], text):
			return false // text, or elements that the tool does not read
		case c.Outcome() != xmlcall.Refused:
			return text != "" // in any case it is lost
		case a.Kind == toolspec.Object:
			return LooksLikeJSON(text) || len(elementNames(text)) > 0
		}
		items = append(items, a.Item.Name)
	}
	if LooksLikeJSON(text) {
		return true
	}
	names := elementNames(text)
	return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(items, n) })
}

// elementNames returns the names of the elements that text consists of, or nil if it
// has anything but elements and white space.
func elementNames(text string) []string {
	if !strings.HasPrefix(text, "<") {
		return nil
	}
	b := xmlcall.ParseAt("<tool>"+text+"</tool>", 0)
	if _, stops := b.Verdict().At(); stops && b.Verdict().Outcome == xmlcall.Refused {
		return nil
	}
	var names []string
	for _, e := range b.Children(0) {
		names = append(names, e.Local())
	}
	if strings.TrimSpace(b.Element(0).Text()) != "" {
		return nil
	}
	return names
}
