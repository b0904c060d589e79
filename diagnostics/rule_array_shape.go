package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "array-shape",
	Severity: Error,
	Summary:  "A list that is not written as the tool reads it",
	Explanation: `
The runtime reads a list from the elements of one name inside the list's element:
\'<tags><tag>a</tag><tag>b</tag></tags>\'. Anything else there is dropped without a word: text
such as \'a, b\' or \'["a","b"]\', items of another name, items without the element around
them. The list is then empty or shorter than it was written.

The fix is safe where only one list can have been meant: a JSON array, items under another
name, members of an item without the item, items without the list. Text between commas is
only suggested to be several items.
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
}

func (p *pass) shapeMessage(i toolspec.Issue) string {
	item := "<" + i.Argument.Item.Name + ">"
	list := "<" + i.Argument.Name + ">"
	switch i.Shape {
	case toolspec.WrongItems:
		return "The runtime drops <" + clip(p.b.Elements[i.Element].Local()) + ">: the items of " + list + " are " + item
	case toolspec.NoItem:
		return "The runtime drops this: " + item + " belongs around it"
	case toolspec.NoWrapper:
		return "The runtime ignores this: " + item + " belongs into " + list
	case toolspec.TextWrappers:
		return "The runtime drops this text: the items of " + list + " are " + item + " elements, all in one " + list
	case toolspec.NotRepeated:
		return "The runtime reads no items here: " + list + " itself is repeated for each"
	}
	return "The runtime drops this text: the items of " + list + " are " + item + " elements"
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
		e := &b.Elements[i.Element]
		edits := []Edit{{b.Tokens[e.First].Inner, item}}
		if e.End.Len() > 0 {
			edits = append(edits, Edit{b.Tokens[e.Last].Inner, item})
		}
		// Scalars and items of a known shape cannot mean anything else.
		return []Fix{{Title: "Rename to <" + item + ">", Edits: edits}}
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
	call, err := xmlcall.AppendCall(nil, xmlcall.Call{Tool: "x", Arguments: map[string]any{"list": list}},
		xmlcall.WithItemName(func(string) string { return name }), xmlcall.WithMethod(xmlcall.Escapes))
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
