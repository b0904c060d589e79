package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// ambiguous adds doubts about elements that may be meant otherwise than they are read.
func (c *stage) ambiguous() {
	last := map[xmlcall.ElementID]xmlcall.ElementID{} // the previous child, by parent
	for i, e := range c.Block.Elements() {
		if c.Scalar(i) == i {
			c.ownEnd(i, e)
		}
		if !c.InArguments(i) {
			continue
		}
		if c.Tool == nil {
			c.unnamed(i, e)
			continue
		}
		c.wrapped(i, e)
		if c.Scalar(i) == xmlcall.NoElement || c.Scalar(i) == i {
			before, ok := last[e.Parent()]
			last[e.Parent()] = i
			c.twice(i, e, ok && before == c.elements[i].twin)
		}
	}
	c.anyMarkup()
	c.sectionsOver()
}

// unnamed adds doubts for an element in the arguments of an unknown tool that may be the markup of a value, and for
// one of two with one name, of which the tool may read only the last.
func (c *stage) unnamed(i xmlcall.ElementID, e xmlcall.Element) {
	switch {
	case forge.InEnvelope(e.Local()):
		c.doubtAt(i, "element of the call")
	case e.Parent() != c.arguments && isMarkup(e):
		c.doubtAt(e.Parent(), "markup")
	case e.HasChildren() && !c.isListByName(i) && !c.isItemByName(i):
		c.doubtAt(i, "markup")
	}
	if twin := c.elements[i].twin; twin != xmlcall.NoElement {
		text, other := c.Block.Slice(e.Content()), c.Block.Slice(c.Block.Element(twin).Content())
		if other != text && (e.Parent() == c.arguments || other == "" || text == "") {
			c.doubtAt(i, "argument given twice")
		}
	}
}

// isListByName reports whether an element with children of an undefined tool's arguments is a
// list, judging by the names: of one item each, and as long as all of them have the same shape.
func (c *stage) isListByName(element xmlcall.ElementID) bool {
	own := c.Block.Element(element).Local()
	children := c.childrenOf(element)
	item := c.Block.Element(children[0]).Local()
	one, _ := plural.Singular(own)
	if list := one != own; !(list && item == one || (list || WrapsValue(own)) && item == "item") {
		return false
	}
	return !slices.ContainsFunc(children, func(i xmlcall.ElementID) bool {
		return c.Block.Element(i).Local() != item || c.HasChildren(i) != c.HasChildren(children[0])
	})
}

// isItemByName reports whether an element with children of an undefined tool's arguments is an
// item of a list with several members, or a list.
func (c *stage) isItemByName(element xmlcall.ElementID) bool {
	first := c.Block.Element(c.childrenOf(element)[0])
	return c.isListByName(c.Block.Element(element).Parent()) && !WrapsValue(first.Local())
}

// anyMarkup adds doubts for text that may be the markup of a value, in arguments of any
// shape and those of an unknown tool: text beside elements, declarations, comments.
func (c *stage) anyMarkup() {
	b := c.Block
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Element() == c.arguments || !c.InArguments(t.Element()) || c.Argument(t.Element()) != nil && c.Argument(t.Element()).Kind != toolspec.Any {
			continue
		}
		switch {
		case t.Kind() == xmlcall.Comment, t.Kind() == xmlcall.ProcInst, t.Kind() == xmlcall.Directive,
			t.Kind() == xmlcall.Text && c.HasChildren(t.Element()) && strings.TrimSpace(b.Slice(t.Span())) != "":
			c.doubtAt(t.Element(), "text beside elements")
		}
	}
}

// wrapped adds a doubt for an element in an argument of any shape that may only wrap the value.
func (c *stage) wrapped(i xmlcall.ElementID, e xmlcall.Element) {
	parent := e.Parent()
	if parent == c.arguments || c.reads(i) && c.Argument(i).Kind != toolspec.Any {
		return
	}
	escaped := strings.Contains(c.Block.Slice(e.Content()), "&lt;") && isElement(strings.TrimSpace(e.Text())) // what is around it may be text, too
	if c.isLoneObject(i) || isMarkup(e) || escaped {
		c.doubtAt(parent, "markup")
	}
	if name := strings.ToLower(e.Local()); name == strings.ToLower(c.Block.Element(parent).Local()) || WrapsValue(name) || slices.Contains(wrappers, name) {
		c.doubtAt(parent, "element around a value")
	}
}

// twice adds doubts for a list or an object that occurs twice, whose items and members the runtime joins, and for the
// same item twice in a row.
func (c *stage) twice(i xmlcall.ElementID, e xmlcall.Element, inRow bool) {
	twin := c.elements[i].twin
	if twin != xmlcall.NoElement && c.isContainer(i) && !c.isList(e.Parent()) {
		c.doubtAt(i, "list given twice")
	}
	text := strings.TrimSpace(c.Block.Slice(e.Content()))
	if inRow && (text == "" || text == strings.TrimSpace(c.Block.Slice(c.Block.Element(twin).Content()))) {
		c.doubtAt(i, "item given twice")
	}
}

// isLoneObject reports whether an element is the only one in an argument of any shape, as the root of XML in a text is:
// it has child elements; or it has white space on one side only, as a text with a line end has, but not an object that
// somebody lays out; or its name is an argument of tools, as in texts about calls.
func (c *stage) isLoneObject(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	parent := e.Parent()
	a := c.Argument(parent)
	if a == nil || a.Kind != toolspec.Any || len(c.childrenOf(parent)) != 1 {
		return false
	}
	around := c.Block.Element(parent).Content()
	tight := around.Start == e.Span().Start
	return c.HasChildren(element) || tight != (around.End == e.Span().End) || tight && len(c.Tools.WithArguments(e.Local())) > 0
}

// ownEnd adds a doubt for a value whose text ends like its own end tag, escaped or damaged: the
// rest of the call may only have given it another one. It also adds one where a start tag goes
// on: in "<result\n>\n> quoted" the value may start with the '>'.
func (c *stage) ownEnd(i xmlcall.ElementID, e xmlcall.Element) {
	if len(e.Attributes()) == 0 && strings.ContainsAny(c.Block.Slice(e.Start()), blanks) {
		c.doubtAt(i, "end of the start tag")
	}
	text, end := strings.TrimSpace(e.Text()), "/"+e.Local()+">"
	if strings.HasSuffix(text, ">") {
		text = strings.Join(strings.Fields(text), "") // blanks may be in the end tag
	}
	if strings.HasSuffix(text, end) && countTags(text, "<"+e.Local()) < strings.Count(text, end) {
		c.doubtAt(i, endLikeOwn)
	}
}

const openBracket = "open bracket before the end of a section"

// sectionsOver adds doubts for the CDATA sections that may not be meant as they are read.
func (c *stage) sectionsOver() {
	for i := range c.Block.Elements() {
		if e := c.Block.Element(i); !e.HasChildren() && lostBracket(c.Block.Slice(e.Content())) {
			c.doubtAt(i, openBracket)
		}
	}
	for i := range c.Block.Tokens {
		t := &c.Block.Tokens[i]
		if t.Kind() != xmlcall.CDATA {
			continue
		}
		if why := c.sectionOver(t); why != "" {
			c.doubtAt(t.Element(), why)
		}
	}
}

// sectionOver returns the reason why a CDATA section may be text, or may have been intended to
// end before the end tag of its own element that it contains.
func (c *stage) sectionOver(t *xmlcall.Token) (why string) {
	b := c.Block
	inner := b.Slice(t.Inner())
	if strings.HasPrefix(inner, " ") && strings.HasSuffix(inner, " ") && strings.TrimSpace(b.Element(t.Element()).Text()) != strings.TrimSpace(inner) {
		return "section that may be text" // "<![CDATA[ and ]]> are the markers"
	}
	own := b.Element(t.Element()).Name()
	over := strings.Contains(inner, "</"+own+">") || strings.Contains(inner, "<"+own+">")
	if strings.Contains(inner, sectionOpen) {
		for name := range c.toolNames() {
			over = over || strings.Contains(inner, "</"+name+">")
		}
		over = over || c.startsValue(inner)
	}
	if !over {
		return ""
	}
	if _, _, ok := Draft(b); ok {
		return "draft"
	}
	return "section over the end of its element"
}

// startsValue reports whether a section starts in a text directly after a start tag of the
// call, or one that names an argument.
func (c *stage) startsValue(text string) bool {
	for {
		before, after, found := strings.Cut(text, sectionOpen)
		if !found {
			return false
		}
		before = strings.TrimRight(before, " \t\r\n")
		name, _ := tagName(before[strings.LastIndexByte(before, '<')+1:])
		if c.toolNames()[name] || WrapsValue(name) {
			return true
		}
		text = after
	}
}
