package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var arrayShape = &Rule{
	Code: "array-shape", Severity: Error, Group: Schema,
	Needs: call.Needs{Issues: []toolspec.IssueKind{toolspec.ArrayShape}, Facts: call.Values},
	Check: checkArrayShape,
}

func checkArrayShape(p *Pass) {
	for i := range p.Issues() {
		p.report(i.Span, Report{Message: shapeMessage(p, i), Note: shapeNote, Fixes: shapeFixes(p, i)})
	}
	if p.Outcome() == xmlcall.Refused {
		return
	}
	for i, e := range p.Block.Elements() {
		a := p.Argument(i)
		if shape := call.ShapeOf(a); shape != nil && shape.Kind == toolspec.Object && !call.IsNull(a, e.Text()) {
			objectText(p, i, shape)
		}
	}
}

// objectText reports an object that is written as text. Another rule reports a CDATA
// section in it.
func objectText(p *Pass, element xmlcall.ElementID, a *toolspec.Argument) {
	b := p.Block
	e := b.Element(element)
	span := p.Trim(e.Content())
	if p.HasChildren(element) || span.Len() == 0 || call.IsEllipsis(b.Slice(span)) {
		return
	}
	for i := e.First() + 1; i < e.Last(); i++ {
		if b.Tokens[i].Kind() != xmlcall.Text {
			return
		}
	}
	n := Report{
		Message: "Text in `<" + Clip(e.Local()) + ">`; write its members as elements",
		Note:    "An object is read from child elements; other text is dropped",
	}
	if v := jsonElements(a, strings.TrimSpace(b.Element(element).Text())); v != nil {
		n.Fixes = []Fix{replace("Rewrite as elements", span, layOut(p, span, v))}
	}
	p.report(span, n)
}

const shapeNote = "A list is read from repeated child elements; other text is dropped"

func shapeMessage(p *Pass, i toolspec.Issue) string {
	item := "`<" + Clip(i.Argument.Item.Name) + ">`"
	list := "`<" + Clip(i.Argument.Name) + ">`"
	switch i.Shape {
	case toolspec.WrongItems:
		name := "`<" + Clip(p.Block.Element(i.Element).Local()) + ">`"
		if wrapsItems(p, i.Element, i.Argument.Item.Name) {
			return "Unexpected " + name + " around the items of " + list + "; remove it"
		}
		return "Expected " + item + " in " + list + ", found " + name
	case toolspec.NoItem:
		return "Missing " + item + " around `<" + Clip(p.Block.Element(i.Elements[0]).Local()) + ">` in " + list + "; write it"
	case toolspec.NoWrapper:
		return "Missing " + list + " around " + item + "; write it"
	case toolspec.TextWrappers:
		return "Several " + list + " with text; write one, with one " + item + " for each item"
	case toolspec.NotRepeated:
		return "Elements inside " + list + "; repeat " + list + " for each item instead"
	}
	return "Text in the list " + list + "; write one " + item + " for each item"
}

// shapeFixes returns the fix that writes a list as the runtime reads it.
func shapeFixes(p *Pass, i toolspec.Issue) []Fix {
	b := p.Block
	list, item := i.Argument.Name, i.Argument.Item.Name
	switch i.Shape {
	case toolspec.TextItems:
		text, ok := elementsOf(item, i.Values)
		if written := strings.TrimSpace(b.Element(i.Element).Text()); !ok || !call.LooksLikeJSON(written) && !inOneWay(written, i.Values) {
			return nil
		}
		return []Fix{replace(Titled("Write as `<", item, ">` elements"), i.Span, text)}
	case toolspec.WrongItems:
		return itemFixes(p, i, item)
	case toolspec.NoItem:
		return wrap(p, i.Elements, item)
	case toolspec.NoWrapper:
		return wrap(p, i.Elements, list)
	case toolspec.TextWrappers:
		var w strings.Builder
		for _, k := range i.Elements {
			w.WriteString("<" + item + ">" + b.Slice(b.Element(k).Content()) + "</" + item + ">")
		}
		if !call.Adjacent(p.Block, i.Elements) {
			return nil
		}
		return []Fix{replace(Titled("Write as one `<", list, ">`"), i.Span, "<"+list+">"+w.String()+"</"+list+">")}
	}
	return nil
}

// inOneWay reports whether a text can be split into items in one way only: at commas, at lines, or at lines with marks,
// but not at two of them, within brackets or quotes, or beside a blank that may belong to an item.
func inOneWay(text string, items []any) bool {
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = fmt.Sprint(item)
		count := func(part string) int { return strings.Count(list[i], part) }
		if count("(") != count(")") || count("[") != count("]") || count("{") != count("}") || count(`"`)%2 != 0 || count("`")%2 != 0 {
			return false
		}
	}
	lines, mark := strings.Split(text, "\n"), ""
	if len(lines) == 1 {
		return text == strings.Join(list, ", ") || text == strings.Join(list, ",")
	}
	for i, line := range lines {
		if i == len(list) || !strings.HasSuffix(strings.TrimSuffix(line, "\r"), list[i]) {
			return false
		}
		before, _, _ := strings.Cut(line, list[i])
		if before = strings.Trim(before, " \t0123456789"); i > 0 && before != mark {
			return false
		}
		mark = before
	}
	return mark != "" || !strings.Contains(text, ",")
}

// itemFixes returns the fixes of an element with another name than an item: if it is a
// wrapper around items, to remove it, otherwise to rename it, preferably with all
// elements of its name in the list.
func itemFixes(p *Pass, i toolspec.Issue, item string) []Fix {
	b := p.Block
	e := b.Element(i.Element)
	if wrapsItems(p, i.Element, item) {
		return []Fix{removeTags(p, "Remove the wrapper `<", i.Element)}
	}
	one := Fix{Title: Titled("Rename to `<", item, ">`"), Edits: rename(p, i.Element, item)}
	all := p.sharedFix(sharedKey{e.Parent(), e.Name()}, func() Fix {
		all := Fix{Title: Titled("Rename all to `<", item, ">`")}
		same := 0
		for k, o := range b.Children(e.Parent()) {
			if o.Name() == e.Name() && len(all.Edits) < maxShared {
				all.Edits = append(all.Edits, rename(p, k, item)...)
				same++
			}
		}
		sorted(all.Edits) // elements may contain each other's name
		if same < 2 || len(all.Edits) >= maxShared {
			all.Edits = nil
		}
		return all
	})
	if len(all.Edits) == 0 {
		return []Fix{one}
	}
	return []Fix{all, one}
}

// wrapsItems reports whether an element contains only elements with the name of an
// item.
func wrapsItems(p *Pass, element xmlcall.ElementID, item string) bool {
	return p.Block.Element(element).End().Len() > 0 && call.HoldsOnly(p.Block, element, item)
}

// wrap returns the fix that puts an element around others, if nothing is between them.
func wrap(p *Pass, elements []xmlcall.ElementID, name string) []Fix {
	if !call.Adjacent(p.Block, elements) {
		return nil
	}
	span := xmlcall.Span{Start: p.Block.Element(elements[0]).Span().Start, End: p.Block.Element(elements[len(elements)-1]).Span().End}
	return []Fix{replace(Titled("Wrap in `<", name, ">`"), span, "<"+name+">"+tight(p, elements)+"</"+name+">")}
}

// tight returns the text of elements without the white space between them, and
// between the members of those that have members.
func tight(p *Pass, elements []xmlcall.ElementID) string {
	var w strings.Builder
	for _, i := range elements {
		e := p.Block.Element(i)
		var children []xmlcall.ElementID
		for k := range p.Block.Children(i) {
			children = append(children, k)
		}
		known := slices.ContainsFunc(p.Tool.Arguments, func(a toolspec.Argument) bool {
			return a.Kind == toolspec.List && a.Item.Name == e.Local() && a.Item.Kind == toolspec.Object
		})
		if len(children) == 0 || !known || !call.Adjacent(p.Block, children) {
			w.WriteString(p.Block.Slice(e.Span()))
			continue
		}
		w.WriteString(p.Block.Slice(e.Start()) + tight(p, children) + p.Block.Slice(e.End()))
	}
	return w.String()
}

// elementsOf writes JSON values as elements of one name. ok is false if no call can
// represent them.
func elementsOf(name string, values []any) (text string, ok bool) {
	list := make([]any, len(values))
	copy(list, values)
	call, err := encode.Append(nil, encode.Call{Tool: "x", Arguments: map[string]any{"list": list}},
		encode.Options{Method: encode.Escapes, ItemName: func(string) string { return name }})
	if err != nil || len(values) == 0 {
		return "", false
	}
	b := xmlcall.ParseAt(string(call), 0)
	arguments := b.Arguments()
	at, _ := b.Child(arguments, "list")
	var w strings.Builder
	for _, e := range b.Children(at) {
		w.WriteString(b.Slice(e.Span()))
	}
	return w.String(), w.Len() > 0
}
