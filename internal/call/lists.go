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
		return Adjacent(b, i.Elements) && !slices.ContainsFunc(i.Elements, func(k xmlcall.ElementID) bool { return slices.Contains(i.Elements, c.twins()[k]) })
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
		if around := c.known[b.Element(i.Element).Parent()]; len(values) == 1 && around != nil && around.Kind == toolspec.List {
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
	if len(values) == 0 {
		return false
	}
	elements, ok := elementsOf(i.Argument, values)
	if !ok {
		return false
	}
	c.replace(b.Element(i.Element).Content(), elements)
	return true
}

// isOwnItem reports whether the element of a list may also be its only item, without the list
// around it: both have one name, and the item any text.
func isOwnItem(list *toolspec.Argument) bool {
	return list.Kind == toolspec.List && list.Item != nil && list.Item.Name == list.Name && (list.Item.Kind == toolspec.String || list.Item.Kind == toolspec.Any)
}

// scalarOf returns a text as a value that [toolspec.Tool.Write] accepts for an
// argument, or the text itself if there is none.
func scalarOf(a *toolspec.Argument, text string) any {
	if a.Kind == toolspec.String {
		return text
	}
	if value, ok := decodeJSON(text); ok {
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
	b := c.Block
	if i.Argument.Item.Kind == toolspec.List {
		return false // the name of its items, or the list around them
	}
	item := i.Argument.Item.Name
	if isOwnItem(i.Argument) {
		return false // items with another name, or the text of the only one
	}
	children := c.childrenOf(wrapper)
	name := b.Element(children[0]).Local()
	for _, k := range children {
		if b.Element(k).Local() != name || len(c.Block.Element(k).Attributes()) > 0 {
			return false
		}
	}
	if strings.TrimSpace(b.Element(wrapper).Text()) != "" {
		return false
	}
	if len(children) == 1 && HoldsOnly(b, children[0], item) {
		e := b.Element(children[0]) // a container around the items
		c.replace(e.Start(), "")
		c.replace(e.End(), "")
		return true
	}
	if c.Tool.Argument(name) != nil && !c.Tool.Open {
		return false
	}
	for _, k := range children {
		e := b.Element(k)
		if e.SelfClosing() || e.Name() != name || i.Argument.Item.Kind.Scalar() && c.HasChildren(k) {
			return false
		}
		c.replace(b.Tokens[e.First()].Inner(), item)
		c.replace(b.Tokens[e.Last()].Inner(), item)
	}
	return true
}

// isItemOfOther reports whether an element that is an item of a list may be one of another
// list that belongs there, too.
func (c *stage) isItemOfOther(list *toolspec.Argument, item xmlcall.ElementID) bool {
	beside := c.Tool.Arguments
	if around := c.known[c.Block.Element(item).Parent()].Element(); around != nil {
		beside = around.Members
	}
	return slices.ContainsFunc(beside, func(a toolspec.Argument) bool {
		return a.Name != list.Name && a.Kind == toolspec.List && a.Item != nil && a.Item.Name == list.Item.Name
	})
}
