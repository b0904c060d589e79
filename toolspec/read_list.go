package toolspec

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// list reads the elements that have the name of a list: its wrappers, whose items are
// joined, or the items themselves.
func (r *reader) list(a *Argument, elements []xmlcall.ElementID) (list []any, ok bool) {
	list = []any{}
	if a.Repeated {
		return r.repeated(a, elements), true
	}
	before := len(r.Issues)
	var texts []xmlcall.ElementID // wrappers with text and no element
	for _, wrapper := range elements {
		items, others, from := 0, []xmlcall.ElementID(nil), len(list)
		for i := range r.b.Children(wrapper) {
			if r.name(i) != a.Item.Name {
				others = append(others, i)
				continue
			}
			items++
			if value, ok := r.value(a.Item, i); ok {
				list = append(list, value)
				r.received[i].Fate = Item
			}
		}
		r.record(wrapper, Given, list[from:len(list):len(list)])
		if len(others) > 0 {
			r.wrongItems(a, wrapper, others, items)
		}
		switch text := strings.TrimSpace(r.text(wrapper)); {
		case text == "":
		case items+len(others) == 0:
			texts = append(texts, wrapper)
		default:
			r.droppedText(wrapper, a)
		}
	}
	missing := r.b.Element(elements[0]).Start()
	if len(texts) > 1 && len(texts) == len(elements) {
		missing = r.across(texts)
		r.shape(a, texts[0], missing, TextWrappers, texts)
	} else {
		for _, i := range texts {
			r.textItems(a, i)
		}
	}
	if len(list) == 0 && a.Required && a.NonEmpty {
		r.missing(a, elements[0], missing)
	}
	return list, before == len(r.Issues) || len(list) > 0
}

func (r *reader) repeated(a *Argument, elements []xmlcall.ElementID) []any {
	list := []any{}
	for _, i := range elements {
		if a.Item.Kind.Scalar() && r.b.Element(i).HasChildren() {
			var inner []xmlcall.ElementID
			for child := range r.b.Children(i) {
				inner = append(inner, child)
			}
			r.shape(a, i, r.b.Element(i).Content(), NotRepeated, inner)
			if r.around == nil {
				r.around = map[xmlcall.ElementID]int{}
			}
			r.around[i] = len(r.Issues) - 1
		}
		if value, ok := r.value(a.Item, i); ok {
			list = append(list, value)
			r.received[i].Fate = Item
		}
	}
	return list
}

// wrongItems reports the elements in a wrapper that are not items. items is the number
// of other elements.
func (r *reader) wrongItems(a *Argument, wrapper xmlcall.ElementID, others []xmlcall.ElementID, items int) {
	members := a.Item.Kind == Object && items == 0 && !slices.ContainsFunc(others, func(i xmlcall.ElementID) bool {
		return find(a.Item.Members, r.name(i)) == nil
	})
	if members {
		r.shape(a, wrapper, r.across(others), NoItem, others)
		return
	}
	for _, i := range others {
		span := r.b.Element(i).Span()
		if a.Required && a.NonEmpty && items == 0 {
			span = r.b.Tokens[r.b.Element(i).First()].Inner() // the runtime reports a missing item, so the name is wrong
		}
		r.shape(a, i, span, WrongItems, []xmlcall.ElementID{i})
	}
}

func (r *reader) textItems(a *Argument, wrapper xmlcall.ElementID) {
	i := Issue{
		Kind: ArrayShape, Span: r.trimmed(wrapper), Element: wrapper, Name: a.Name, Argument: a, Shape: TextItems,
		Values: textValues(a.Item, strings.TrimSpace(r.text(wrapper))),
	}
	e := r.b.Element(wrapper)
	if slices.ContainsFunc(r.b.Tokens[e.First():e.Last()], func(t xmlcall.Token) bool { return t.Kind() == xmlcall.CDATA }) {
		i.Kind, i.Shape = DroppedText, NoShape
	}
	r.add(i)
}

// textValues returns the items that a text represents: those of a JSON array, or the
// parts between commas or line breaks if the items are scalars. It returns nil if that
// is ambiguous.
func textValues(item *Argument, text string) []any {
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var value any
		if d.Decode(&value) != nil || d.More() {
			return nil
		}
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, v := range list {
			_, isList := v.([]any)
			_, isMap := v.(map[string]any)
			if v == nil || isList || isMap != (item.Kind == Object) && item.Kind != Any {
				return nil
			}
		}
		return list
	}
	if !item.Kind.Scalar() || strings.HasPrefix(text, "<") { // elements, in a section or escaped
		return nil
	}
	separator, marked := ",", allMarked(text)
	if !strings.Contains(text, ",") || marked {
		separator = "\n"
	}
	var list []any
	for part := range strings.SplitSeq(text, separator) {
		part = strings.TrimSpace(part)
		switch {
		case marked:
			part = strings.TrimSpace(part[len(listMark().FindString(part)):])
		case separator == "\n":
			part = strings.TrimSpace(strings.TrimPrefix(part, "- "))
		}
		if part != "" {
			list = append(list, part)
		}
	}
	return list
}

// allMarked reports whether a text has several lines, each an item after a dash or a number, which may hold
// commas.
func allMarked(text string) bool {
	lines := strings.Split(text, "\n")
	return len(lines) > 1 && !slices.ContainsFunc(lines, func(line string) bool { return !listMark().MatchString(strings.TrimSpace(line)) })
}

// listMark matches the mark of a list item at the start of a line.
var listMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(- |[0-9]{1,3}\. )`) })

// bareItems handles items in place of their list: it removes them from the given
// arguments and reports them. It reports whether there are any and the list is
// required.
func (r *reader) bareItems(a *Argument, given map[string][]xmlcall.ElementID) bool {
	if a.Kind != List || a.Repeated || len(given[a.Item.Name]) == 0 {
		return false
	}
	elements := given[a.Item.Name]
	if !a.Required {
		for _, i := range elements {
			r.shape(a, i, r.b.Element(i).Start(), NoWrapper, elements)
		}
		return false
	}
	delete(given, a.Item.Name)
	span := r.across(elements)
	r.shape(a, elements[0], span, NoWrapper, elements)
	r.missing(a, elements[0], span)
	return true
}

// shape reports elements in place of the items of a list.
func (r *reader) shape(a *Argument, element xmlcall.ElementID, at xmlcall.Span, shape Shape, elements []xmlcall.ElementID) {
	r.add(Issue{Kind: ArrayShape, Span: at, Element: element, Name: a.Name, Argument: a, Shape: shape, Elements: elements})
}

// across returns the span of several elements.
func (r *reader) across(elements []xmlcall.ElementID) xmlcall.Span {
	return xmlcall.Span{Start: r.b.Element(elements[0]).Span().Start, End: r.b.Element(elements[len(elements)-1]).Span().End}
}
