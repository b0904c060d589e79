package rules

import (
	"fmt"
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
		if p.WrapsItems(i) {
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

// shapeFixes returns the fixes that write a list as the runtime reads it: of an element with another name than an item
// preferably with all of its name in the list.
func shapeFixes(p *Pass, i toolspec.Issue) []Fix {
	b := p.Block
	list, item := i.Argument.Name, i.Argument.Item.Name
	fix := Fix{Edits: p.ListEdits(i)}
	switch i.Shape {
	case toolspec.TextItems:
		text, ok := elementsOf(item, i.Values)
		if written := strings.TrimSpace(b.Element(i.Element).Text()); !ok || !call.LooksLikeJSON(written) && !inOneWay(written, i.Values) {
			return nil
		}
		fix = replace(Titled("Write as `<", item, ">` elements"), i.Span, text)
	case toolspec.WrongItems:
		e := b.Element(i.Element)
		if p.WrapsItems(i) {
			fix.Title = Titled("Remove the wrapper `<", e.Name(), ">`")
			break
		}
		fix.Title = Titled("Rename to `<", item, ">`")
		if all := p.sharedFix(sharedKey{e.Parent(), e.Name()}, func() Fix { return renameAll(p, e, item) }); len(all.Edits) > 0 {
			return []Fix{all, fix}
		}
	case toolspec.NoItem:
		fix.Title = Titled("Wrap in `<", item, ">`")
	case toolspec.NoWrapper:
		fix.Title = Titled("Wrap in `<", list, ">`")
	case toolspec.TextWrappers:
		fix.Title = Titled("Write as one `<", list, ">`")
	}
	return []Fix{fix}
}

// renameAll returns the fix that gives an element and its siblings of the same name another one; none if there is only
// one, or there are too many.
func renameAll(p *Pass, e xmlcall.Element, item string) Fix {
	fix := Fix{Title: Titled("Rename all to `<", item, ">`")}
	same := 0
	for k, o := range p.Block.Children(e.Parent()) {
		if o.Name() == e.Name() && len(fix.Edits) < maxShared {
			fix.Edits = append(fix.Edits, p.Rename(k, item)...)
			same++
		}
	}
	sorted(fix.Edits) // elements may contain each other's name
	if same < 2 || len(fix.Edits) >= maxShared {
		fix.Edits = nil
	}
	return fix
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

// elementsOf writes JSON values as elements of one name. ok is false if no call can
// represent them.
func elementsOf(name string, values []any) (text string, ok bool) {
	call, err := encode.Append(nil, encode.Call{Tool: "x", Arguments: map[string]any{"list": values}},
		encode.Options{Method: encode.Escapes, ItemName: func(string) string { return name }})
	if err != nil || len(values) == 0 {
		return "", false
	}
	b := xmlcall.ParseAt(string(call), 0)
	at, _ := b.Child(b.Arguments(), "list")
	var w strings.Builder
	for _, e := range b.Children(at) {
		w.WriteString(b.Slice(e.Span()))
	}
	return w.String(), w.Len() > 0
}
