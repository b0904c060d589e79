package toolspec

import (
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
)

// An Input is what a tool receives: the result of reading a call's arguments as a tool does.
type Input struct {
	// Arguments are the values by name, as in encoding/json except that integers are
	// int64. Values that cannot be read are omitted.
	Arguments map[string]any
	// Issues are the problems, by position. The caller owns the slice.
	Issues []Issue
}

// Read reads the arguments of a call to t as the runtime reads them into the struct of
// a tool: integers, numbers and booleans from the trimmed text by the rules of Go's
// strconv, lists from their items, the last of several duplicates, and no arguments
// unknown to t. The values are then checked against the schema.
//
// For a custom tool, b is the call to run_custom_tool. The texts of the tool's own
// arguments are trimmed, and integers, numbers and booleans are reformatted; empty ones
// are not passed on.
//
// If b is a refused call, Read uses its intended reading. A block without elements, or nil, gives
// an empty Input.
func (t *Tool) Read(b *xmlcall.Block) *Input {
	if b == nil || b.NumElements() == 0 {
		return &Input{Arguments: map[string]any{}}
	}
	r := &reader{b: b, tool: t, values: map[string]any{}}
	r.index()
	holder, given := b.Child(b.Envelope(), "arguments")
	if !given {
		holder = b.Envelope()
	}
	arguments := t.Arguments
	if t.Custom {
		arguments = slices.Concat(Builtin(CustomRunner).Arguments, arguments)
	}
	r.members(holder, given, arguments, t.Open, r.values, "")
	r.validate(holder)
	r.settle()
	slices.SortStableFunc(r.issues, func(x, y Issue) int { return x.Span.Start - y.Span.Start })
	return &Input{r.values, r.issues}
}

type reader struct {
	b      *xmlcall.Block
	tool   *Tool
	values map[string]any
	issues []Issue

	first, next []xmlcall.ElementID          // of each element: its first child, its next sibling; or NoElement
	places      map[string]xmlcall.ElementID // elements by JSON pointer, for errors of the schema
	unknown     int                          // number of unknown arguments so far
}

func (r *reader) index() {
	n := r.b.NumElements()
	both := make([]xmlcall.ElementID, 2*n)
	for i := range both {
		both[i] = xmlcall.NoElement
	}
	r.first, r.next = both[:n], both[n:]
	for i := xmlcall.ElementID(n - 1); i > 0; i-- {
		parent := r.b.Element(i).Parent()
		r.next[i], r.first[parent] = r.first[parent], i
	}
}

// children yields the child elements of an element.
func (r *reader) children(element xmlcall.ElementID) iter.Seq[xmlcall.ElementID] {
	return func(yield func(xmlcall.ElementID) bool) {
		for i := r.first[element]; i != xmlcall.NoElement; i = r.next[i] {
			if !yield(i) {
				return
			}
		}
	}
}

func (r *reader) name(element xmlcall.ElementID) string { return r.b.Element(element).Local() }

func (r *reader) add(i Issue) { r.issues = append(r.issues, i) }

// maxUnknown is how many unknown arguments of a call are issues. The tool ignores them all,
// and an issue takes forty times the memory of a short one.
const maxUnknown = 10_000

// addUnknown adds an issue for an argument that the tool does not read.
func (r *reader) addUnknown(element xmlcall.ElementID, name string) {
	if r.unknown++; r.unknown <= maxUnknown {
		r.add(Issue{Kind: UnknownArgument, Span: r.b.Element(element).Start(), Element: element, Name: name})
	}
}

// place records the element of the value at a pointer.
func (r *reader) place(pointer string, element xmlcall.ElementID) {
	if !r.tool.further && r.tool.conditions == nil {
		return
	}
	if r.places == nil {
		r.places = map[string]xmlcall.ElementID{}
	}
	r.places[pointer] = element
}

// members reads the children of an element as the members of an object. has reports
// whether there is such an element, and not only the call.
func (r *reader) members(element xmlcall.ElementID, has bool, arguments []Argument, open bool, into map[string]any, pointer string) {
	r.place(pointer, element)
	given := map[string][]xmlcall.ElementID{}
	if has {
		for i := range r.children(element) {
			given[r.name(i)] = append(given[r.name(i)], i)
		}
	}
	for k := range arguments {
		a := arguments[k].complete()
		elements := given[a.Name]
		delete(given, a.Name)
		at := pointer + "/" + a.Name
		if len(elements) == 0 {
			other := a.Item != nil && find(arguments, a.Item.Name) != nil // not an item of a
			if (other || !r.bareItems(a, given)) && a.Required {
				r.missing(a, element)
			}
			continue
		}
		if len(elements) == 1 && r.null(a, elements[0]) {
			into[a.Name] = nil
			continue
		}
		if a.Kind == List {
			if list, ok := r.list(a, elements, at); ok {
				into[a.Name] = list
			}
			continue
		}
		counts := r.duplicates(a.Name, a, elements)
		if value, ok := r.value(a, counts, at); ok {
			into[a.Name] = value
		}
	}
	if !has {
		return
	}
	if pointer != "" {
		r.droppedText(element, nil)
	}
	for i := range r.children(element) {
		name := r.name(i)
		switch elements := given[name]; {
		case elements == nil:
		case r.tool.coerces && pointer == "":
			if i == elements[0] {
				r.coercedAll(elements, into)
			}
		case open:
			if i == elements[0] {
				into[name] = r.any(elements...)
			}
		default:
			r.addUnknown(i, name)
		}
	}
}

// settle removes other issues about a value that is refused.
func (r *reader) settle() {
	refused := map[xmlcall.ElementID]bool{}
	for _, i := range r.issues {
		if i.Kind == InvalidValue {
			refused[i.Element] = true
		}
	}
	r.issues = slices.DeleteFunc(r.issues, func(i Issue) bool {
		return refused[i.Element] && (i.Kind == EmptyValue || i.Kind == ReplacedValue)
	})
}

func (r *reader) missing(a *Argument, element xmlcall.ElementID) {
	r.add(Issue{Kind: MissingArgument, Span: r.b.Element(element).Start(), Element: element, Name: a.Name, Argument: a})
}

// value reads an element. ok is false if it cannot be read.
func (r *reader) value(a *Argument, element xmlcall.ElementID, pointer string) (value any, ok bool) {
	a = a.complete()
	r.place(pointer, element)
	if r.null(a, element) {
		return nil, true
	}
	switch a.Kind {
	case Object:
		m := map[string]any{}
		r.members(element, true, a.Members, a.Open, m, pointer)
		return m, true
	case List:
		return r.list(a, []xmlcall.ElementID{element}, pointer)
	case Any:
		return r.any(element), true
	}
	text := r.b.Element(element).Text()
	if r.tool.isOption(a.Name) && strings.TrimSpace(text) == "" {
		if a.Required { // it is not passed on
			r.add(Issue{Kind: EmptyArgument, Span: r.b.Element(element).Span(), Element: element, Name: a.Name, Argument: a})
		}
		return nil, false
	}
	if a.Kind == String && r.tool.isOption(a.Name) {
		into := map[string]any{}
		r.coerced(element, into)
		value, ok := into[a.Name]
		return value, ok
	}
	if a.Kind == String {
		return r.str(a, element, text), true
	}
	return r.scalar(a, element, text)
}

// null reports whether an element represents no value.
func (r *reader) null(a *Argument, element xmlcall.ElementID) bool {
	return a.Nullable && (a.Kind.Scalar() || r.first[element] == xmlcall.NoElement) && strings.TrimSpace(r.b.Element(element).Text()) == "null"
}

// any reads the elements of one name by ADR-0019's table: several become a list.
func (r *reader) any(elements ...xmlcall.ElementID) any {
	v := &xmlcall.Value{}
	for _, i := range elements {
		v.Children = append(v.Children, r.b.Value(i))
	}
	return v.Infer()[v.Children[0].Name]
}

// str reads a string.
func (r *reader) str(a *Argument, element xmlcall.ElementID, text string) string {
	switch {
	case text == "" && a.NonEmpty && r.first[element] == xmlcall.NoElement:
		r.add(Issue{Kind: EmptyArgument, Span: r.b.Element(element).Span(), Element: element, Name: a.Name, Argument: a})
	case text == "" && a.NonEmpty:
		r.add(Issue{Kind: DroppedValue, Span: r.b.Element(element).Span(), Element: element, Name: a.Name, Argument: a})
	case text != strings.TrimSpace(text) && a.tight:
		i := Issue{Kind: PaddedValue, Span: r.b.Element(element).Content(), Element: element, Name: a.Name, Argument: a}
		if trimmed := strings.TrimSpace(text); trimmed != "" {
			i.Want = []string{trimmed}
		}
		r.add(i)
	}
	return text
}

// unpaddedNames are the last words of the names of strings in which surrounding white
// space is never intended.
var unpaddedNames = []string{"path", "file", "filename", "dir", "directory", "folder", "name", "id", "url", "uri", "session", "selector"}

// isTight reports whether white space around the value of a string is certainly a
// mistake.
func (a *Argument) isTight() bool {
	word := strings.ToLower(a.Name)
	word = word[strings.LastIndexAny(word, "_-.")+1:]
	return len(a.Enum) > 0 || slices.Contains(unpaddedNames, word)
}

// trimmed returns the content of an element without surrounding white space: all of it
// if there is nothing else, and the element if there is no content.
func (r *reader) trimmed(element xmlcall.ElementID) xmlcall.Span {
	e := r.b.Element(element)
	span := e.Content()
	switch inner := syntax.Trim(r.b.Text, span); {
	case span.Len() == 0:
		return e.Span()
	case inner.Len() > 0:
		return inner
	}
	return span
}
