package toolspec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Read reads the arguments of a call to t as the runtime reads them into the struct of
// a tool with encoding/xml: integers, numbers and booleans from the trimmed text by the
// rules of Go's strconv, lists from their items, the last of several duplicates, objects
// from the members of all elements of the name, and no arguments unknown to t. The values
// are then checked against the schema.
//
// For a custom tool, b is the call to run_custom_tool. The texts of the tool's own
// arguments are trimmed, and integers, numbers and booleans are reformatted; empty ones
// are not passed on.
//
// A nil tool is one of which nothing is known: it reads all elements by ADR-0019's
// table. The values of a repaired call are those after the repair; if b is a refused call, Read
// uses its intended reading. A block without elements, or nil, gives an empty Reading. Only the
// first 10,000 unknown arguments are issues.
func (t *Tool) Read(b *xmlcall.Block) *Reading {
	if b == nil || b.NumElements() == 0 {
		return &Reading{Arguments: map[string]any{}}
	}
	r := &reader{Reading: &Reading{Arguments: map[string]any{}, received: make([]Received, b.NumElements())}, b: b, tool: cmp.Or(t, anyTool)}
	r.read()
	r.conclude()
	return r.Reading
}

func (r *reader) read() {
	at, holders := r.b.Arguments(), []xmlcall.ElementID(nil)
	if at != xmlcall.NoElement {
		holders = []xmlcall.ElementID{at}
	} else {
		at = r.b.Envelope()
	}
	arguments := r.tool.Arguments
	if r.tool.Custom {
		arguments = slices.Concat(Builtin(CustomRunner).Arguments, arguments)
	}
	r.members(at, holders, arguments, r.tool.Open, r.Arguments)
	r.validate(at)
	refused := map[xmlcall.ElementID]bool{}
	for _, i := range r.Issues {
		refused[i.Element] = refused[i.Element] || i.Kind == InvalidValue
	}
	r.Issues = slices.DeleteFunc(r.Issues, func(i Issue) bool {
		return refused[i.Element] && (i.Kind == EmptyValue || i.Kind == ReplacedValue)
	})
	slices.SortStableFunc(r.Issues, func(x, y Issue) int { return x.Span.Start - y.Span.Start })
}

// members reads the children of elements as the members of one object: encoding/xml
// decodes several elements into the same struct, each over what is there. element is the
// last of them, or the call if there are none.
func (r *reader) members(element xmlcall.ElementID, holders []xmlcall.ElementID, arguments []Argument, open bool, into map[string]any) {
	given := map[string][]xmlcall.ElementID{}
	for _, holder := range holders {
		for i := range r.b.Children(holder) {
			given[r.name(i)] = append(given[r.name(i)], i)
		}
	}
	for k := range arguments {
		a := &arguments[k]
		elements := given[a.Name]
		delete(given, a.Name)
		if len(elements) == 0 {
			other := a.Item != nil && find(arguments, a.Item.Name) != nil // not an item of a
			if (other || !r.bareItems(a, given)) && a.Required {
				r.missing(a, element, r.b.Element(element).Start())
			}
			continue
		}
		if value, ok := r.value(a, elements...); ok {
			into[a.Name] = value
		}
	}
	root := element == r.b.Arguments() || element == r.b.Envelope()
	options := root && r.tool.coerces
	for _, holder := range holders {
		if !root {
			r.droppedText(holder, nil)
		}
		for i := range r.b.Children(holder) {
			name := r.name(i)
			switch elements := given[name]; {
			case elements == nil:
			case options && name == optionsElement:
				r.addUnknown(i, name)
				for child := range r.b.Children(i) {
					if value, ok := r.coerced(child); ok {
						into[r.name(child)] = value
					}
				}
			case !options && !open:
				r.addUnknown(i, name)
			case i != elements[0]: // which has been read with the first one
			case options:
				if value, ok := r.coerced(r.duplicates(name, nil, elements)); ok {
					into[name] = value
				}
			default:
				into[name] = r.any(elements...)
			}
		}
	}
}

// optionsElement is the name that pkg/tools/custom/run_tool.go wraps the arguments in
// before it looks for options. An argument of the name is skipped, and its content is
// taken for options.
const optionsElement = "container"

func (r *reader) object(a *Argument, elements []xmlcall.ElementID) map[string]any {
	m := map[string]any{}
	for _, i := range elements {
		r.record(i, Given, m)
	}
	r.members(elements[len(elements)-1], elements, a.Members, a.Open, m)
	return m
}

// value reads the elements of an argument: those of a list or an object are joined, of another the last one is used. ok is
// false if the value cannot be read.
func (r *reader) value(a *Argument, elements ...xmlcall.ElementID) (value any, ok bool) {
	if len(elements) > 1 && a.Kind != List && (a.Kind != Object || a.Open) {
		elements = []xmlcall.ElementID{r.duplicates(a.Name, a, elements)}
	}
	element := elements[0]
	switch {
	case len(elements) == 1 && r.null(a, element):
		r.record(element, Given, nil)
		return nil, true
	case a.Kind == Object:
		return r.object(a, elements), true
	case a.Kind == List:
		return r.list(a, elements)
	case a.Kind == Any:
		return r.any(element), true
	}
	text := r.text(element)
	if r.tool.isOption(a.Name) && (a.Kind == String || strings.TrimSpace(text) == "") {
		if value, ok = r.coerced(element); !ok && a.Required { // it is not passed on
			r.whole(EmptyArgument, a, element)
		}
		return value, ok
	}
	if value, ok = text, true; a.Kind == String {
		r.str(a, element, text)
	} else {
		value, ok = r.scalar(a, element, text)
	}
	r.record(element, Given, value)
	return value, ok
}

// null reports whether an element represents no value.
func (r *reader) null(a *Argument, element xmlcall.ElementID) bool {
	return a.Nullable && (a.Kind.Scalar() || !r.b.Element(element).HasChildren()) && strings.TrimSpace(r.text(element)) == "null"
}

// any reads the elements of one name by ADR-0019's table: several become a list.
func (r *reader) any(elements ...xmlcall.ElementID) any {
	v := &xmlcall.Value{}
	for _, i := range elements {
		v.Children = append(v.Children, r.b.Decoded(i))
	}
	value := v.Infer()[v.Children[0].Name]
	r.inferred(elements, value)
	return value
}

// str checks a string.
func (r *reader) str(a *Argument, element xmlcall.ElementID, text string) {
	switch {
	case text == "" && a.NonEmpty && r.b.Element(element).HasChildren():
		r.whole(DroppedValue, a, element)
	case text == "" && a.NonEmpty:
		r.whole(EmptyArgument, a, element)
	case a.tight:
		if bare, around := a.unwrapped(text); around != "" {
			i := Issue{Kind: PaddedValue, Span: r.b.Element(element).Content(), Element: element, Name: a.Name, Argument: a, Reason: "has " + around + " around it"}
			if bare != "" {
				i.Want = []string{bare}
			}
			r.add(i)
		}
	}
}
