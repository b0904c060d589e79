package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:     "array-shape",
	Severity: Error,
	Summary:  "A list or an object that is not written as the tool reads it",
	Explanation: `
The runtime reads a list from the elements of one name inside the list's element:
\'<tags><tag>a</tag><tag>b</tag></tags>\'. Anything else there is dropped: text such as
\'a, b\' or \'["a","b"]\', items of another name, a wrapper around the items, items without
the list. The list is then empty or shorter than it was written. In the same way an object
reads its members from elements, and never from text.

That a required list is empty for this reason is no finding of its own.
`,
	FixSafety: `
Certain, where the tool accepts the list that results: a JSON array, lines that each start
with a dash and hold one word each, numbers or listed values between commas, items that all
have one other name, items without the list, one wrapper around items. Text between commas is
a guess elsewhere: a comma may be part of an item.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>add_note</tool_name>
<arguments>
  <content>The queue has no backpressure.</content>
  <tags>["queue","decision"]</tags>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>add_note</tool_name>
<arguments>
  <content>The queue has no backpressure.</content>
  <tags><tag>queue</tag><tag>decision</tag></tags>
</arguments>
</tool>`,
	check: checkArrayShape,
})

func checkArrayShape(p *pass) {
	p.issues(func(i toolspec.Issue) {
		p.report(i.Span, note{message: p.shapeMessage(i), fixes: p.shapeFixes(i)})
	}, toolspec.ArrayShape)
	if p.outcome() == xmlcall.Refused {
		return
	}
	for i, a := range p.arguments() {
		if a != nil && isNull(a, p.b.Value(i).Text) {
			continue
		}
		if a = shapeOf(a); a != nil && a.Kind == toolspec.Object {
			p.objectText(i, a)
		}
	}
}

// objectText reports an object that is written as text. A CDATA section in it is
// the finding of another rule.
func (p *pass) objectText(element int, a *toolspec.Argument) {
	b := p.b
	e := &b.Elements[element]
	span := trim(b, e.Content())
	if hasChildren(b, element) || span.Len() == 0 || isEllipsis(b.Slice(span)) {
		return
	}
	for i := e.First + 1; i < e.Last; i++ {
		if b.Tokens[i].Kind != xmlcall.Text {
			return
		}
	}
	n := note{message: "Text in <" + clip(e.Local()) + ">: write its members as elements; the tool gets none of them"}
	if v := jsonElements(a, strings.TrimSpace(b.Value(element).Text)); v != nil {
		n.fixes = []Fix{replace("Rewrite as elements", span, p.layOut(span, v))}
	}
	p.report(span, n)
}

func (p *pass) shapeMessage(i toolspec.Issue) string {
	item := "<" + i.Argument.Item.Name + ">"
	list := "<" + i.Argument.Name + ">"
	switch i.Shape {
	case toolspec.WrongItems:
		name := "<" + clip(p.b.Elements[i.Element].Local()) + ">"
		if p.wrapsItems(i.Element, i.Argument.Item.Name) {
			return name + " around the items of " + list + ": remove it; the tool finds no item"
		}
		return name + " in " + list + ": write " + item + "; the tool does not get it"
	case toolspec.NoItem:
		return "Members of an item without the item: put " + item + " around them; the tool does not get them"
	case toolspec.NoWrapper:
		return item + " without its list: put " + list + " around the items; the tool does not get them"
	case toolspec.TextWrappers:
		return "Several " + list + " with text: write one, with " + item + " elements; the tool finds no item"
	case toolspec.NotRepeated:
		return "Elements in " + list + ": repeat " + list + " for each item; the tool gets none of them"
	}
	return "Text in the list " + list + ": write " + item + " elements; the tool finds no item"
}

// shapeFixes returns the fix that writes a list as the runtime reads it.
func (p *pass) shapeFixes(i toolspec.Issue) []Fix {
	b := p.b
	list, item := i.Argument.Name, i.Argument.Item.Name
	switch i.Shape {
	case toolspec.TextItems:
		text, ok := elementsOf(item, i.Values)
		if !ok {
			return nil
		}
		return []Fix{replace("Write as <"+item+"> elements", i.Span, text)}
	case toolspec.WrongItems:
		return p.itemFixes(i, item)
	case toolspec.NoItem:
		return []Fix{replace("Put <"+item+"> around it", i.Span, "<"+item+">"+p.tight(i.Elements)+"</"+item+">")}
	case toolspec.NoWrapper:
		return p.wrapItems(i, list)
	case toolspec.TextWrappers:
		var w strings.Builder
		for _, k := range i.Elements {
			w.WriteString("<" + item + ">" + b.Slice(b.Elements[k].Content()) + "</" + item + ">")
		}
		if !p.adjacent(i.Elements) {
			return nil
		}
		return []Fix{replace("Write as one <"+list+">", i.Span, "<"+list+">"+w.String()+"</"+list+">")}
	}
	return nil
}

// itemFixes returns the fixes of an element with another name than an item has: if
// it is a wrapper around items, to remove it, else to rename it, and rather all
// elements of its name in the list.
func (p *pass) itemFixes(i toolspec.Issue, item string) []Fix {
	b := p.b
	e := &b.Elements[i.Element]
	if p.wrapsItems(i.Element, item) {
		return []Fix{{Title: "Remove the wrapper <" + clip(e.Name) + ">", Edits: []Edit{{e.Start, ""}, {e.End, ""}}}}
	}
	rename := Fix{Title: "Rename to <" + item + ">", Edits: p.rename(i.Element, item)}
	all := Fix{Title: "Rename all to <" + item + ">"}
	same := 0
	for k := e.Parent + 1; k < len(b.Elements) && len(all.Edits) < maxShared; k++ {
		if o := &b.Elements[k]; o.Parent == e.Parent && o.Name == e.Name {
			all.Edits = append(all.Edits, p.rename(k, item)...)
			same++
		}
	}
	slices.SortFunc(all.Edits, compareEdits) // elements may hold each other's name
	if same < 2 || len(all.Edits) >= maxShared {
		return []Fix{rename}
	}
	return []Fix{all, rename}
}

// wrapsItems reports whether all there is in an element are elements with the
// name of an item.
func (p *pass) wrapsItems(element int, item string) bool {
	b := p.b
	if b.Elements[element].End.Len() == 0 || strings.TrimSpace(b.Value(element).Text) != "" {
		return false
	}
	items := 0
	for k := element + 1; k < len(b.Elements) && b.Elements[k].Parent >= element; k++ {
		if b.Elements[k].Parent == element {
			if b.Elements[k].Local() != item {
				return false
			}
			items++
		}
	}
	return items > 0
}

// wrapItems puts the list around items that stand without it.
func (p *pass) wrapItems(i toolspec.Issue, list string) []Fix {
	if !p.adjacent(i.Elements) {
		return nil
	}
	first, last := &p.b.Elements[i.Elements[0]], &p.b.Elements[i.Elements[len(i.Elements)-1]]
	span := xmlcall.Span{Start: first.Span().Start, End: last.Span().End}
	return []Fix{replace("Put <"+list+"> around it", span, "<"+list+">"+p.tight(i.Elements)+"</"+list+">")}
}

// tight returns the text of elements without the white space between them, and
// between the members of those that have members.
func (p *pass) tight(elements []int) string {
	var w strings.Builder
	for _, i := range elements {
		e := &p.b.Elements[i]
		var children []int
		for k := i + 1; k < len(p.b.Elements) && p.b.Elements[k].Start.End <= e.End.Start; k++ {
			if p.b.Elements[k].Parent == i {
				children = append(children, k)
			}
		}
		known := slices.ContainsFunc(p.tool.Arguments, func(a toolspec.Argument) bool {
			return a.Kind == toolspec.List && a.Item.Name == e.Local() && a.Item.Kind == toolspec.Object
		})
		if len(children) == 0 || !known || !p.adjacent(children) {
			w.WriteString(p.b.Slice(e.Span()))
			continue
		}
		w.WriteString(p.b.Slice(e.Start) + p.tight(children) + p.b.Slice(e.End))
	}
	return w.String()
}

// elementsOf writes JSON values as elements of one name. ok is false where no
// call can carry them.
func elementsOf(name string, values []any) (text string, ok bool) {
	list := make([]any, len(values))
	copy(list, values)
	call, err := encode.Append(nil, encode.Call{Tool: "x", Arguments: map[string]any{"list": list}},
		encode.Options{Method: encode.Escapes, ItemName: func(string) string { return name }})
	if err != nil || len(values) == 0 {
		return "", false
	}
	b := xmlcall.ParseAt(string(call), 0)
	at := b.Child(b.Child(b.Envelope(), "arguments"), "list")
	var w strings.Builder
	for i := at + 1; i < len(b.Elements); i++ {
		if b.Elements[i].Parent == at {
			w.WriteString(b.Slice(b.Elements[i].Span()))
		}
	}
	return w.String(), w.Len() > 0
}
