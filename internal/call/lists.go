package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// list corrects text that a tool does not read as a list. It returns false if that is in doubt.
func (c *stage) list(i toolspec.Issue, done map[xmlcall.ElementID]bool) bool {
	b := c.Block
	a := i.Argument
	switch i.Shape {
	case toolspec.TextItems:
		return c.textItems(i)
	case toolspec.WrongItems:
		return c.wrongItems(i, b.Element(i.Element).Parent(), done)
	case toolspec.NoItem:
		c.wrap(i.Elements, a.Item.Name)
		return Adjacent(b, i.Elements) && !slices.ContainsFunc(i.Elements, func(k xmlcall.ElementID) bool {
			return slices.Contains(i.Elements, c.elements[k].twin) || WrapsValue(b.Element(k).Local()) // an item with another name
		})
	case toolspec.NoWrapper:
		if done[i.Elements[0]] {
			return true
		}
		done[i.Elements[0]] = true
		c.wrap(i.Elements, a.Name)
		return Adjacent(b, i.Elements) && !c.isItemOfOther(a, i.Elements[0])
	case toolspec.TextWrappers:
		if !Adjacent(b, i.Elements) || !a.Item.Kind.Scalar() {
			return false
		}
		var w strings.Builder
		for _, k := range i.Elements {
			w.WriteString("<" + a.Item.Name + ">" + b.Slice(b.Element(k).Content()) + "</" + a.Item.Name + ">")
		}
		c.replace(i.Span, "<"+a.Name+">"+w.String()+"</"+a.Name+">")
		return true
	}
	return false // NotRepeated: whether the elements are items or text is in doubt
}

// wrap puts an element around others.
func (c *stage) wrap(elements []xmlcall.ElementID, name string) {
	c.insert(c.Block.Element(elements[0]).Span().Start, "<"+name+">")
	c.insert(c.Block.Element(elements[len(elements)-1]).Span().End, "</"+name+">")
}

// unwrap removes an element around others.
func (c *stage) unwrap(e xmlcall.Element) {
	c.replace(e.Start(), "")
	c.replace(e.End(), "")
}

// setName gives an element another name.
func (c *stage) setName(e xmlcall.Element, name string) {
	c.replace(c.Block.Tokens[e.First()].Inner(), name)
	c.replace(c.Block.Tokens[e.Last()].Inner(), name)
}

// textItems corrects a list that is written as text: as a JSON array, as lines that each start with a dash, or, if
// its items are numbers or enumerated values, with commas.
func (c *stage) textItems(i toolspec.Issue) bool {
	if isOwnItem(i.Argument) {
		return false
	}
	b := c.Block
	raw := strings.TrimSpace(b.Slice(i.Span))
	text := strings.TrimSpace(b.Element(i.Element).Text())
	item := i.Argument.Item
	var values []any
	switch {
	case strings.HasPrefix(text, "["):
		value, ok := decodeJSON(text)
		if !ok || escapedJSON(raw) && isJSON(raw) {
			return false
		}
		values, _ = value.([]any)
	case item.Kind == toolspec.Integer || item.Kind == toolspec.Number || item.Kind == toolspec.Boolean || len(item.Enum) > 0:
		if strings.Contains(text, "\n") {
			return false
		}
		for part := range strings.SplitSeq(text, ",") {
			values = append(values, scalarOf(item, strings.TrimSpace(part)))
		}
		if len(values) == 1 && c.isList(b.Element(i.Element).Parent()) {
			return false // one of several items of a list in a list, whose tags are missing
		}
	case item.Kind == toolspec.String && item.Tight() && strings.Contains(text, "\n"):
		for line := range strings.SplitSeq(text, "\n") {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
			if !ok || strings.TrimSpace(rest) == "" || strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "[") {
				return false
			}
			values = append(values, strings.TrimSpace(rest))
		}
	}
	elements, ok := elementsOf(i.Argument, values)
	if ok = ok && len(values) > 0; ok {
		c.replace(b.Element(i.Element).Content(), elements)
	}
	return ok
}

// isOwnItem reports whether the element of a list may also be its only item, without the list
// around it: both have one name, and the item any text.
func isOwnItem(list *toolspec.Argument) bool {
	return list.Kind == toolspec.List && list.Item != nil && list.Item.Name == list.Name && (list.Item.Kind == toolspec.String || list.Item.Kind == toolspec.Any)
}

// scalarOf returns a text as a value that [toolspec.Tool.Write] accepts for an argument, or the text itself if there is none.
func scalarOf(a *toolspec.Argument, text string) any {
	if value, ok := decodeJSON(text); ok && a.Kind != toolspec.String {
		return value
	}
	return text
}

// wrongItems corrects the elements of a list with another name than its items: all of
// them have one name, and none the right one.
func (c *stage) wrongItems(i toolspec.Issue, wrapper xmlcall.ElementID, done map[xmlcall.ElementID]bool) bool {
	if done[wrapper] {
		return true
	}
	done[wrapper] = true
	b, item := c.Block, i.Argument.Item
	if item.Kind == toolspec.List || isOwnItem(i.Argument) {
		return false // the name of its items, or the list around them; items with another name, or the text of the only one
	}
	children := c.childrenOf(wrapper)
	name := b.Element(children[0]).Local()
	other := func(k xmlcall.ElementID) bool {
		return b.Element(k).Local() != name || len(b.Element(k).Attributes()) > 0
	}
	if slices.ContainsFunc(children, other) || strings.TrimSpace(b.Element(wrapper).Text()) != "" {
		return false
	}
	if len(children) == 1 && HoldsOnly(b, children[0], item.Name) {
		c.unwrap(b.Element(children[0])) // a container around the items
		return true
	}
	if c.Tool.Argument(name) != nil && !c.Tool.Open {
		return false
	}
	for _, k := range children {
		e := b.Element(k)
		if e.SelfClosing() || e.Name() != name || item.Kind.Scalar() && e.HasChildren() {
			return false
		}
		c.setName(e, item.Name)
	}
	return true
}

// isItemOfOther reports whether an element that is an item of a list may be one of another
// list that belongs there, too.
func (c *stage) isItemOfOther(list *toolspec.Argument, item xmlcall.ElementID) bool {
	beside := c.Tool.Arguments
	if around := c.Argument(c.Block.Element(item).Parent()).Element(); around != nil {
		beside = around.Members
	}
	return slices.ContainsFunc(beside, func(a toolspec.Argument) bool {
		return a.Name != list.Name && a.Kind == toolspec.List && a.Item != nil && a.Item.Name == list.Item.Name
	})
}
