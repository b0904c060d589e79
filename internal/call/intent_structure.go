package call

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// structure corrects arguments that are not written as the tool reads them, to which
// the parser does not object: sections around structure, attributes for arguments,
// other names for items.
func (c *call) structure() {
	if c.tool == nil || c.arguments == xmlcall.NoElement {
		return
	}
	c.sectionsOver()
	c.sections()
	c.attributeArguments()
	c.namedArguments()
	c.valueAttributes()
	c.innerContainer()
	if len(c.edits) > 0 || len(c.doubts) > 0 {
		return
	}
	done := map[xmlcall.ElementID]bool{} // wrappers that were corrected
	for _, i := range c.reading().Issues {
		if i.Kind == toolspec.ArrayShape && !c.isHole(i.Span) {
			if !c.list(i, done) {
				c.doubtAt(i.Element, "shape of a list")
			}
		}
	}
	if len(c.doubts) > 0 {
		c.edits = nil
	}
}

// sections removes CDATA sections around structure.
func (c *call) sections() {
	b := c.b
	bare, escaped := false, []xmlcall.ElementID{} // whether a section has what should be escaped, and those that have escapes
	for i := range b.Elements() {
		if a := c.known[i]; i != c.arguments && (a == nil || a.Kind != toolspec.List && a.Kind != toolspec.Object || a.Repeated && a.Item.Kind.Scalar()) {
			continue // such as an item of a list without an element of its own, which is text
		}
		t, ok := OnlySection(b, i)
		if !ok {
			continue
		}
		inner := strings.TrimSpace(b.Slice(t.Inner()))
		switch {
		case strings.HasPrefix(inner, "<") && strings.HasSuffix(inner, ">"):
			text, isBare, ok := c.unwrapped(b.Slice(t.Inner()))
			bare = bare || isBare
			if !isBare && strings.Contains(inner, "&") {
				escaped = append(escaped, i)
			}
			if !ok || c.holdsAny(inner) {
				c.doubtAt(i, "section around structure, escaped or not")
				continue
			}
			c.replace(t.Span(), text)
		case i != c.arguments && !escapedInSection(inner) && c.jsonIn(i, inner):
		default:
			c.doubtAt(i, "section around structure")
		}
	}
	if bare { // one author writes all of them in one way
		for _, i := range escaped {
			c.doubtAt(i, "section around structure, escaped or not")
		}
	}
}

// holdsAny reports whether an argument of any shape is among elements written as text:
// whether its own value was in a section, which makes it a string, is not known.
func (c *call) holdsAny(text string) (holds bool) {
	everyArgument(c.tool, func(a *toolspec.Argument) {
		holds = holds || a.Kind == toolspec.Any && strings.Contains(text, "<"+a.Name+">")
	})
	return holds
}

// unwrapped returns the elements in a section in their form without it. bare reports whether a value has
// something that would have to be escaped there. ok is false if a reference may be text, as in a section, or an
// escape all the same: "R&D &lt;x>" is escaped in part.
func (c *call) unwrapped(text string) (_ string, bare, ok bool) {
	tags, escapes, literal := false, false, false
	run := operators{text: text}
	for i := range len(text) {
		switch {
		case text[i] == '<':
			name, _ := tagName(text[i+1:])
			bare = bare || name == ""
			tags = tags || !c.toolNames()[lex.Local(name)]
		case text[i] == '&':
			if ref, _, ok := xmlcall.ReferenceAt(text, i); !ok {
				bare = true
			} else if run.escapeAt(i, ref.Span.End) {
				escapes = true
			} else {
				literal = true
			}
		}
	}
	bare = bare || tags
	if literal || bare && escapes {
		return "", bare, false
	}
	return text, bare, true
}

// partlyEscaped reports whether a text that was intended as elements has a reference
// that may be part of an unescaped value, because it is in a section.
func partlyEscaped(text string) bool {
	run := operators{text: text}
	for i, a := range ampersands(text) {
		if a.ok && !run.escapeAt(i, a.end) {
			return true
		}
	}
	return false
}

// jsonIn writes the JSON value of an argument as the tool reads it.
func (c *call) jsonIn(element xmlcall.ElementID, text string) bool {
	value, err := decodeJSON(text)
	if err != nil {
		return false
	}
	a := c.known[element]
	if a.Repeated || isOwnItem(a) {
		return false // the element is one of its items
	}
	if _, isList := value.([]any); a.Kind == toolspec.List && !isList {
		return false
	}
	elements, ok := elementsOf(a, value)
	if !ok {
		return false
	}
	c.replace(c.b.Element(element).Content(), elements)
	return true
}
