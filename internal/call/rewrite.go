package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// NewLine returns the line end and the indentation before an offset, as the file has them; "" if the offset does not
// start its line.
func (c *Call) NewLine(offset int) string {
	indent, first := c.Indent(offset)
	if !first {
		return ""
	}
	return c.LineEnds("\n" + indent)
}

// ChildIndent returns the indentation of the children of an element: that of the first
// child that starts a line, or the element's own plus step.
func (c *Call) ChildIndent(element xmlcall.ElementID, step string) string {
	if c.HasChildren(element) { // whose first child is the next element
		if indent, first := c.Indent(c.Block.Element(element + 1).Start().Start); first {
			return indent
		}
	}
	indent, _ := c.Indent(c.Block.Element(element).Start().Start)
	return indent + step
}

// LastChildren returns the edit that inserts elements after the children of an element:
// on lines of their own if its tags are. The text of the elements is unchanged.
func (c *Call) LastChildren(element xmlcall.ElementID, step string, texts ...string) Edit {
	e := c.Block.Element(element)
	line := c.NewLine(e.Start().Start)
	inside := strings.Join(texts, "")
	if line != "" {
		inside = line + step + strings.Join(texts, line+step) + line
	}
	if e.SelfClosing() {
		at := xmlcall.Span{Start: e.Start().End - len("/>"), End: e.Start().End}
		return Edit{at, ">" + inside + "</" + e.Name() + ">"}
	}
	at := e.End().Start
	if indent, first := c.Indent(at); first {
		at -= len(indent) // before the end tag's indentation
		deeper, end := c.ChildIndent(element, step), c.LineEnds("\n")
		inside = deeper + strings.Join(texts, end+deeper) + end
	} else if e.Content().Len() > 0 || step == "" {
		inside = strings.Join(texts, "")
	}
	return Edit{xmlcall.Span{Start: at, End: at}, inside}
}

// MoveIn returns the edits that move elements into the arguments, or that put arguments around them. texts are what they
// become, nil for what they are.
func (c *Call) MoveIn(elements []xmlcall.ElementID, texts []string) []Edit {
	if c.arguments < 0 && texts == nil && Adjacent(c.Block, elements) {
		return c.putAround(elements)
	}
	edits := make([]Edit, len(elements), len(elements)+1)
	for i, k := range elements {
		span := c.Block.Element(k).Span()
		edits[i] = Edit{Span: c.WholeLines(span)}
		if len(texts) <= i {
			texts = append(texts, c.Block.Slice(span))
		}
	}
	if c.arguments >= 0 {
		edits = append(edits, c.LastChildren(c.arguments, "  ", texts...))
		slices.SortStableFunc(edits, CompareEdits)
		return edits
	}
	// The last of them makes room for the new arguments.
	span := c.Block.Element(elements[len(elements)-1]).Span()
	text := strings.Join(texts, "")
	if line := c.NewLine(span.Start); line != "" {
		text = line + "  " + strings.Join(texts, line+"  ") + line
	}
	edits[len(edits)-1] = Edit{span, "<arguments>" + text + "</arguments>"}
	return edits
}

// putAround returns the edits that put arguments around adjacent elements.
func (c *Call) putAround(elements []xmlcall.ElementID) []Edit {
	insert := func(at int, text string) Edit { return Edit{xmlcall.Span{Start: at, End: at}, text} }
	start := c.Block.Element(elements[0]).Start().Start
	end := c.Block.Element(elements[len(elements)-1]).End().End
	line := c.NewLine(start)
	if line == "" {
		return []Edit{insert(start, "<arguments>"), insert(end, "</arguments>")}
	}
	edits := []Edit{insert(start, "<arguments>"+line+"  ")}
	for _, k := range elements[1:] {
		if at := c.Block.Element(k).Start().Start; c.NewLine(at) != "" {
			edits = append(edits, insert(at, "  "))
		}
	}
	return append(edits, insert(end, line+"</arguments>"))
}

// Attributes returns the place of the attributes of an element, with the white space before them.
func (c *Call) Attributes(element xmlcall.ElementID) xmlcall.Span {
	e := c.Block.Element(element)
	all := e.Attributes()
	before := c.Block.Text[e.Start().Start:all[0].Span.Start]
	return xmlcall.Span{Start: e.Start().Start + len(strings.TrimRight(before, blanks)), End: all[len(all)-1].Span.End}
}

// AttributesAsElements returns the edits that write the attributes of an element as elements: children of an element with
// structure, siblings of an argument without. There are none if the tool would not read them, or one is also given as an
// element.
func (c *Call) AttributesAsElements(element xmlcall.ElementID) []Edit {
	b := c.Block
	e := b.Element(element)
	inside, ok := c.AttributesInside(element)
	if !ok {
		return nil
	}
	parent := element
	if !inside {
		parent = e.Parent()
	}
	var texts []string
	for _, a := range e.Attributes() {
		if c.has(parent, b.Slice(a.Name)) || !c.ReadsAttribute(element, inside, a) {
			return nil
		}
		texts = append(texts, AsElement(b.Slice(a.Name), b.Slice(a.Value)))
	}
	span := c.Attributes(element)
	if inside && e.SelfClosing() {
		span.End = e.Start().End
		return []Edit{{span, ">" + strings.Join(texts, "") + "</" + e.Name() + ">"}}
	}
	at, text := e.End().End, ""
	if inside {
		at = e.Start().End
		if e.HasChildren() { // whose first child is the next element
			at = b.Element(element + 1).Start().Start
		}
		line := ""
		if at > e.Start().End {
			line = c.NewLine(at)
		}
		text = strings.Join(texts, line) + line
	} else {
		line := c.NewLine(e.Start().Start)
		text = line + strings.Join(texts, line)
	}
	return []Edit{{Span: span}, {xmlcall.Span{Start: at, End: at}, text}}
}

// LooseArguments returns the children of the tool element before an </arguments> that has no start tag, the last of them
// directly; nil for another problem, and if there are none.
func (c *Call) LooseArguments(problem xmlcall.Problem) (elements []xmlcall.ElementID) {
	b := c.Block
	if b.Slice(problem.Span) != "</arguments>" || problem.Element != b.Envelope() || c.arguments != xmlcall.NoElement {
		return nil
	}
	end := 0
	for i, e := range b.Children(b.Envelope()) {
		if name := e.Local(); !forge.InEnvelope(name) && name != "thinking" {
			elements, end = append(elements, i), e.End().End
		}
	}
	if len(elements) == 0 || end > problem.Span.Start || strings.TrimSpace(b.Text[end:problem.Span.Start]) != "" {
		return nil
	}
	return elements
}

// OpenArguments returns the edit that inserts the start tag of the arguments before elements.
func (c *Call) OpenArguments(elements []xmlcall.ElementID) Edit {
	at := c.Block.Element(elements[0]).Start().Start
	return Edit{xmlcall.Span{Start: at, End: at}, "<arguments>" + c.NewLine(at)}
}
