package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
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

// LostBracket reports whether a CDATA section, the only content of an element, ends with a bracket open on its last
// line, and returns its text: [name="a"]]]> has lost a bracket. at is the place for it. y[z[0]]]> may have lost one as
// well, which is too uncertain to report.
func LostBracket(b *xmlcall.Block, element xmlcall.ElementID) (at int, lost bool) {
	content := b.Element(element).Content()
	raw := b.Slice(content)
	return content.End - len(sectionClose), lostBracket(raw) && !strings.HasSuffix(raw, "]"+sectionClose)
}

// lostBracket reports whether the content of an element is a section from which a bracket may be lost. It takes
// text because a </tool> in the section ends the block.
func lostBracket(content string) bool {
	content, starts := strings.CutPrefix(strings.TrimLeft(content, blanks), sectionOpen)
	text, ends := strings.CutSuffix(content, sectionClose)
	if !starts || !ends || strings.Contains(text, sectionClose) || strings.Count(text, "[") != strings.Count(text, "]")+1 {
		return false
	}
	last, closed := lastLine(text), 0
	for i := len(last) - 1; i >= 0; i-- {
		switch last[i] {
		case ']':
			closed++
		case '[':
			if closed == 0 {
				within := last[i+1:]
				return within != "" && strings.TrimSpace(within) == within
			}
			closed--
		}
	}
	return false
}

// HoldsStructure reports whether an element's CDATA section was intended as its structure, which is a separate
// finding.
func (c *Call) HoldsStructure(element xmlcall.ElementID) bool {
	t, ok := OnlySection(c.Block, element)
	return ok && (c.InArguments(element) || element == c.arguments) && c.isStructure(element, strings.TrimSpace(c.Block.Slice(t.Inner())))
}

// isStructure reports whether text, the only content of an element, was intended as its
// structure rather than its value.
func (c *Call) isStructure(element xmlcall.ElementID, text string) bool {
	if c.IsArguments(element) {
		return LooksLikeJSON(text) || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">")
	}
	name := c.Block.Element(element).Local()
	item, _ := plural.Singular(name)
	items := []string{item, "item"}
	if c.Defined() {
		a := ShapeOf(c.Argument(element))
		switch {
		case a == nil, IsNull(c.Argument(element), text):
			return false // text, or elements that the tool does not read
		case c.outcome != xmlcall.Refused:
			return text != "" // in any case it is lost
		case a.Kind == toolspec.Object:
			return LooksLikeJSON(text) || len(elementNames(text)) > 0
		}
		items = append(items, a.Item.Name)
	} else if item == name {
		return false // not a list, judging by its name
	}
	names := elementNames(text)
	return LooksLikeJSON(text) || len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(items, n) })
}

// elementNames returns the names of the elements that text consists of, or nil if it
// has anything but elements and white space.
func elementNames(text string) (names []string) {
	if !strings.HasPrefix(text, "<") {
		return nil
	}
	b := xmlcall.ParseAt("<tool>"+text+"</tool>", 0)
	if _, stops := b.Verdict().At(); stops && b.Verdict().Outcome == xmlcall.Refused || strings.TrimSpace(b.Element(0).Text()) != "" {
		return nil
	}
	for _, e := range b.Children(0) {
		names = append(names, e.Local())
	}
	return names
}

// structure corrects arguments that are not written as the tool reads them, to which the parser does not
// object: sections around structure, attributes for arguments, other names for items.
func (c *stage) structure() {
	if c.Tool == nil || c.arguments == xmlcall.NoElement {
		return
	}
	for _, step := range []func(){c.sectionsOver, c.sections, c.attributeArguments, c.namedArguments, c.valueAttributes, c.innerContainer} {
		step()
	}
	if len(c.edits) > 0 || len(c.doubts) > 0 {
		return
	}
	done := map[xmlcall.ElementID]bool{} // wrappers that were corrected
	for _, i := range c.Reading().Issues {
		if i.Kind == toolspec.ArrayShape && !c.isHole(i.Span) && !c.list(i, done) {
			c.doubtAt(i.Element, "shape of a list")
		}
	}
	if len(c.doubts) > 0 {
		c.edits = nil
	}
}

// Doubts about a section around elements.
const (
	sectionAround = "section around structure"
	escapedAround = "section around structure, escaped or not"
)

// sections removes CDATA sections around structure.
func (c *stage) sections() {
	b := c.Block
	bare, escaped := false, []xmlcall.ElementID{} // whether a section has what should be escaped, and those that have escapes
	for i := range b.Elements() {
		if a := c.Argument(i); i != c.arguments && (a == nil || a.Kind != toolspec.List && a.Kind != toolspec.Object || a.Repeated && a.Item.Kind.Scalar()) {
			continue // such as an item of a list without an element of its own, which is text
		}
		t, ok := OnlySection(b, i)
		if !ok {
			continue
		}
		inner := strings.TrimSpace(b.Slice(t.Inner()))
		switch {
		case strings.HasPrefix(inner, "<") && strings.HasSuffix(inner, ">"):
			isBare, ok := c.unwrapped(b.Slice(t.Inner()))
			bare = bare || isBare
			if !isBare && strings.Contains(inner, "&") {
				escaped = append(escaped, i)
			}
			if ok && !c.holdsAny(inner) {
				c.replace(t.Span(), b.Slice(t.Inner()))
			} else {
				c.doubtAt(i, escapedAround)
			}
		case i == c.arguments || escapedInSection(inner) || !c.jsonIn(i, inner):
			c.doubtAt(i, sectionAround)
		}
	}
	if bare { // one author writes all of them in one way
		for _, i := range escaped {
			c.doubtAt(i, escapedAround)
		}
	}
}

// holdsAny reports whether an argument of any shape is among elements written as text:
// whether its own value was in a section, which makes it a string, is not known.
func (c *stage) holdsAny(text string) (holds bool) {
	everyArgument(c.Tool, func(a *toolspec.Argument) {
		holds = holds || a.Kind == toolspec.Any && strings.Contains(text, "<"+a.Name+">")
	})
	return holds
}

// unwrapped reports whether the elements in a section can stand without it: not if a reference may be text, as in a
// section, or an escape all the same: "R&D &lt;x>" is escaped in part. bare reports whether a value has something that
// would have to be escaped there.
func (c *stage) unwrapped(text string) (bare, ok bool) {
	for i := range len(text) {
		if text[i] == '<' {
			name, _ := tagName(text[i+1:])
			bare = bare || name == "" || !c.toolNames()[lex.Local(name)]
		}
	}
	literal, escapes, ampersand := referencesIn(text)
	bare = bare || ampersand
	return bare, !literal && !(bare && escapes)
}

// Draft returns the <tool> in a CDATA section with which the author of a call started it
// again, after a draft that was cut off in the section:
//
//	<tool>…<message><![CDATA[a < b and so
//	Let me retry.
//	<tool>…<message><![CDATA[a < b and so on]]></message></arguments></tool>
//
// The call runs with the draft and the start of the other call as its value, the text of element. A value that quotes
// a call also has the end of what is open in the quote: here the end of the section, of the element, of the arguments
// and of the call are those of the second one. ok is false if there is no draft.
func Draft(b *xmlcall.Block) (again xmlcall.Span, element xmlcall.ElementID, ok bool) {
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind() != xmlcall.CDATA || !isLastSection(b, i) {
			continue
		}
		if k := startAgain(b.Slice(t.Inner()), b.Element(t.Element()).Local()); k >= 0 {
			start := t.Inner().Start + k
			return xmlcall.Span{Start: start, End: start + len("<tool>")}, t.Element(), true
		}
	}
	return again, xmlcall.NoElement, false
}

// isLastSection reports whether no section follows a token in its element, which is closed.
func isLastSection(b *xmlcall.Block, token int) bool {
	e := b.Element(b.Tokens[token].Element())
	for i := xmlcall.TokenID(token) + 1; i < e.Last(); i++ {
		if b.Tokens[i].Kind() == xmlcall.CDATA {
			return false
		}
	}
	return !e.Unclosed()
}

// startAgain returns the start of the last call in the text of a section that is written up to the content of a section
// in an element with a given name, or -1. The text has no end of a section: a section of the call before that one would
// have ended it. A mistake in that call is in the draft, too.
func startAgain(text, field string) int {
	for at := strings.LastIndex(text, "<tool>"); at >= 0; at = strings.LastIndex(text[:at], "<tool>") {
		start, value, ok := strings.Cut(strings.TrimSpace(text[at+len("<tool>"):]), sectionOpen)
		named := strings.Contains(start, "<tool_name>") || strings.Contains(start, "<server_name>")
		opened := strings.Contains(start, "<arguments>") && !strings.Contains(start, "</arguments>")
		if ok && named && opened && start[0] == '<' && strings.HasSuffix(strings.TrimSpace(start), "<"+field+">") && !strings.Contains(value, "</"+field+">") {
			return at
		}
	}
	return -1
}
