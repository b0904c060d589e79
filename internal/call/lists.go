package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// ListEdits returns the edits that write the elements of a [toolspec.ArrayShape] as the list that the tool reads: nil for
// text in place of elements, and if there is text between them.
func (c *Call) ListEdits(i toolspec.Issue) []Edit {
	b, list, item := c.Block, i.Argument.Name, i.Argument.Item.Name
	switch {
	case i.Shape == toolspec.WrongItems && c.WrapsItems(i):
		return c.RemoveTags(i.Element)
	case i.Shape == toolspec.WrongItems:
		return c.Rename(i.Element, item)
	case len(i.Elements) == 0 || !Adjacent(b, i.Elements):
		return nil
	case i.Shape == toolspec.TextWrappers:
		var w strings.Builder
		for _, k := range i.Elements {
			w.WriteString("<" + item + ">" + b.Slice(b.Element(k).Content()) + "</" + item + ">")
		}
		return []Edit{{i.Span, "<" + list + ">" + w.String() + "</" + list + ">"}}
	case i.Shape == toolspec.NoItem:
		list = item
	case i.Shape != toolspec.NoWrapper:
		return nil
	}
	start, end := b.Element(i.Elements[0]).Span().Start, b.Element(i.Elements[len(i.Elements)-1]).Span().End
	edits := c.tightEdits([]Edit{{xmlcall.Span{Start: start, End: start}, "<" + list + ">"}}, i.Elements)
	return append(edits, Edit{xmlcall.Span{Start: end, End: end}, "</" + list + ">"})
}

// tightEdits adds the edits that remove the white space between elements, and around the members of those that are
// items with members.
func (c *Call) tightEdits(edits []Edit, elements []xmlcall.ElementID) []Edit {
	b := c.Block
	remove := func(start, end int) {
		if start < end {
			edits = append(edits, Edit{Span: xmlcall.Span{Start: start, End: end}})
		}
	}
	for n, k := range elements {
		e, members := b.Element(k), c.childrenOf(k)
		if n > 0 {
			remove(b.Element(elements[n-1]).Span().End, e.Span().Start)
		}
		if len(members) > 0 && Adjacent(b, members) && slices.ContainsFunc(c.Tool.Arguments, func(a toolspec.Argument) bool {
			return a.Kind == toolspec.List && a.Item.Name == e.Local() && a.Item.Kind == toolspec.Object
		}) {
			remove(e.Content().Start, b.Element(members[0]).Span().Start)
			edits = c.tightEdits(edits, members)
			remove(b.Element(members[len(members)-1]).Span().End, e.Content().End)
		}
	}
	return edits
}

// WrapsItems reports whether an element in a list has another name than an item, and only items in it.
func (c *Call) WrapsItems(i toolspec.Issue) bool {
	return c.Block.Element(i.Element).End().Len() > 0 && HoldsOnly(c.Block, i.Element, i.Argument.Item.Name)
}

// list corrects text that a tool does not read as a list. It returns false if that is in doubt. done are the lists and
// items of issues that were corrected together.
func (c *stage) list(i toolspec.Issue, done map[xmlcall.ElementID]bool) bool {
	switch a := i.Argument; i.Shape {
	case toolspec.TextItems:
		return c.textItems(i)
	case toolspec.WrongItems:
		return c.wrongItems(i, c.Block.Element(i.Element).Parent(), done)
	case toolspec.NoItem:
		if slices.ContainsFunc(i.Elements, func(k xmlcall.ElementID) bool {
			return slices.Contains(i.Elements, c.elements[k].twin) || WrapsValue(c.Block.Element(k).Local()) // an item with another name
		}) {
			return false
		}
	case toolspec.NoWrapper:
		if done[i.Elements[0]] {
			return true
		}
		if done[i.Elements[0]] = true; c.isItemOfOther(a, i.Elements[0]) {
			return false
		}
	case toolspec.TextWrappers:
		if !a.Item.Kind.Scalar() {
			return false
		}
	}
	edits := c.ListEdits(i)
	c.edits = append(c.edits, edits...)
	return len(edits) > 0 // NotRepeated: whether the elements are items or text is in doubt
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
		c.edits = append(c.edits, c.RemoveTags(children[0])...) // a container around the items
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
		c.edits = append(c.edits, c.Rename(k, item.Name)...)
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
