package toolspec

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Reading is what a tool receives of a call, and what becomes of each element of its
// arguments.
type Reading struct {
	// Arguments are the values by name, as in encoding/json except that integers are
	// int64. Values that cannot be read are omitted.
	Arguments map[string]any
	// Issues are the problems, by position, including what is missing. The caller owns the
	// slice.
	Issues []Issue

	received []Received                   // by element
	paths    map[string]xmlcall.ElementID // see Element; nil until it is asked for
}

// A Received is what a tool receives of an element.
type Received struct {
	// Argument is the argument, item or member that the tool reads in the element; the list
	// for one of the elements of a repeated list. It is nil if the tool reads none, or an element
	// that nothing describes.
	Argument *Argument
	Fate     Fate
	// Value is the value that the tool gets of this element, as in [Reading.Arguments]: of a
	// list, the items in it. It is nil for an element that does not arrive, and for null.
	Value any
	// Reason is the reason for the fate, where the issues have one: a predicate for the value,
	// such as "is not an integer" or "becomes 7".
	Reason string
}

// A Fate is what becomes of an element of a call.
type Fate uint8

const (
	// Unread: the element is not in the arguments that the runtime reads.
	Unread Fate = iota
	// Given: its value is an argument, or a member of an object.
	Given
	// Item: its value is an item of a list.
	Item
	// Coerced: the tool gets another value than was written, or replaces it.
	Coerced
	// Refused: the tool refuses the call for its value.
	Refused
	// Overridden: a later element of the name is used.
	Overridden
	// Ignored: the tool reads no element of the name there; or, with a Reason, it is an option of
	// a custom tool that is empty, which is not passed on.
	Ignored
	// Dropped: it is in an element of which the tool gets only the text.
	Dropped
)

var fateNames = [...]string{"unread", "given", "item", "coerced", "refused", "overridden", "ignored", "dropped"}

// String returns the fate in a word, such as "overridden".
func (f Fate) String() string { return fateNames[min(int(f), len(fateNames)-1)] }

// Arrives reports whether the tool gets the value.
func (f Fate) Arrives() bool { return f == Given || f == Item || f == Coerced }

// Of returns what the tool receives of an element: of no reading, nothing.
func (r *Reading) Of(element xmlcall.ElementID) Received {
	if r == nil || element < 0 || int(element) >= len(r.received) {
		return Received{}
	}
	return r.received[element]
}

// Element returns the element of the call b, which was read, whose value arrives at a path in the arguments:
// names of arguments and members, and indexes of items, as in "edits/0/search". If there is none it is the nearest around
// it, and ok is false. It is not safe for concurrent use.
func (r *Reading) Element(b *xmlcall.Block, path string) (found xmlcall.ElementID, ok bool) {
	if r.paths == nil {
		r.paths = r.pathsIn(b)
	}
	for at := path; ; {
		if found, ok = r.paths[at]; ok {
			return found, at == path
		}
		last := strings.LastIndexByte(at, '/')
		if last < 0 {
			return b.Arguments(), false
		}
		at = at[:last]
	}
}

// pathsIn returns the elements whose values arrive by their paths; where several have one value together, wrappers whose
// items are joined and items without a wrapper, the first.
func (r *Reading) pathsIn(b *xmlcall.Block) map[string]xmlcall.ElementID {
	paths, own := map[string]xmlcall.ElementID{}, make([]string, len(r.received))
	items := map[string]int{} // of each list so far
	at := b.Arguments()
	for i, e := range b.Within(at) {
		of, parent := r.received[i], e.Parent()
		if !of.Fate.Arrives() || parent != at && own[parent] == "" {
			continue
		}
		own[i] = own[parent]
		add := func(step string) {
			own[i] = strings.TrimPrefix(own[i]+"/"+step, "/")
			if _, known := paths[own[i]]; !known {
				paths[own[i]] = i
			}
		}
		if _, wrapped := r.received[parent].Value.([]any); !wrapped || of.Fate != Item {
			add(e.Local())
		}
		if of.Fate == Item {
			list := own[i]
			add(strconv.Itoa(items[list]))
			items[list]++
		}
	}
	return paths
}

// Kind returns the type of the value; of one that does not arrive, that which the tool expects.
func (r Received) Kind() Kind {
	if r.Value == nil && r.Argument != nil {
		return r.Argument.Kind
	}
	return KindOf(r.Value)
}

// Text returns the value as a text: a number as JSON has it, or would. It is "" for a list, an
// object and null.
func (r Received) Text() string { return textOf(r.Value) }

// Elements returns, for each element of a call, the argument, item or member that t reads in
// it, or nil: the part of [Tool.Read] that needs no values. Of a nil tool, all are nil.
func (t *Tool) Elements(b *xmlcall.Block) []*Argument {
	if b == nil {
		return nil
	}
	list := make([]*Argument, b.NumElements())
	if t == nil {
		return list
	}
	at := b.Arguments()
	for i, e := range b.Within(at) {
		switch parent := e.Parent(); {
		case parent == at && t.Custom && !t.isOption(e.Local()):
			list[i] = Builtin(CustomRunner).Argument(e.Local())
		case parent == at:
			list[i] = t.Argument(e.Local())
		default:
			list[i] = list[parent].Child(e.Local())
		}
	}
	return list
}

// anyTool is read in place of a tool of which nothing is known.
var anyTool = &Tool{Open: true}

type reader struct {
	*Reading
	b    *xmlcall.Block
	tool *Tool

	unknown int                       // number of unknown arguments so far
	around  map[xmlcall.ElementID]int // the index of the issue that an element is around items that must be siblings
}

func (r *reader) name(element xmlcall.ElementID) string { return r.b.Element(element).Local() }

// text returns an element's text as the tool gets it.
func (r *reader) text(element xmlcall.ElementID) string { return r.b.Element(element).Decoded() }

// add adds an issue. What is wrong with the value of an element around siblings is not what was meant: it is only the
// reason of a refusal.
func (r *reader) add(i Issue) {
	at, consequence := r.around[i.Element]
	switch {
	case !consequence:
		r.Issues = append(r.Issues, i)
	case r.Issues[at].Reason == "" && r.tool.Refuses(i):
		r.Issues[at].Reason = cmp.Or(i.Reason, refusals[i.Kind])
	}
}

// whole adds an issue with a whole element.
func (r *reader) whole(k IssueKind, a *Argument, element xmlcall.ElementID) {
	r.add(Issue{Kind: k, Span: r.b.Element(element).Span(), Element: element, Name: a.Name, Argument: a})
}

// maxUnknown is how many unknown arguments of a call are issues. The tool ignores them all,
// and an issue takes forty times the memory of a short one.
const maxUnknown = 10_000

func (r *reader) addUnknown(element xmlcall.ElementID, name string) {
	if r.unknown++; r.unknown <= maxUnknown {
		r.add(Issue{Kind: UnknownArgument, Span: r.b.Element(element).Start(), Element: element, Name: name})
	}
	r.record(element, Ignored, nil)
}

func (r *reader) missing(a *Argument, element xmlcall.ElementID, at xmlcall.Span) {
	r.add(Issue{Kind: MissingArgument, Span: at, Element: element, Name: a.Name, Argument: a})
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

// blankOption records an option without a value.
func (r *reader) blankOption(element xmlcall.ElementID) {
	r.received[element] = Received{Fate: Ignored, Reason: "is empty"}
}

func (r *reader) record(element xmlcall.ElementID, fate Fate, value any) {
	r.received[element] = Received{Fate: fate, Value: value}
}

// inferred records the value of the elements of one name that was read by ADR-0019's table, and those in it.
func (r *reader) inferred(elements []xmlcall.ElementID, value any) {
	if len(elements) > 1 {
		r.inferredEach(elements, Item, value.([]any)...)
	} else {
		r.inferredEach(elements, Given, value)
	}
}

func (r *reader) inferredEach(elements []xmlcall.ElementID, fate Fate, values ...any) {
	for k, element := range elements {
		r.record(element, fate, values[k])
		children := map[string][]xmlcall.ElementID{}
		for child := range r.b.Children(element) {
			children[r.name(child)] = append(children[r.name(child)], child)
		}
		for name, of := range children {
			switch value := values[k].(type) {
			case []any: // the children of a list have one name
				r.inferredEach(of, Item, value...)
			case map[string]any:
				r.inferred(of, value[name])
			}
		}
	}
}

// conclude completes what is recorded: by the issues, and for the elements in others.
func (r *reader) conclude() {
	r.paths = nil // values that are refused do not arrive
	for i := range r.Issues {
		issue := &r.Issues[i]
		of := &r.received[issue.Element]
		switch {
		case issue.Kind == MissingArgument, of.Fate == Unread:
		case r.tool.Refuses(*issue):
			of.Fate, of.Reason = Refused, cmp.Or(issue.Reason, refusals[issue.Kind])
		case issue.Kind == CoercedValue, issue.Kind == ReplacedValue:
			of.Fate, of.Reason = Coerced, issue.Reason
		}
	}
	at, arguments := r.b.Arguments(), []*Argument(nil)
	if r.tool != anyTool {
		arguments = r.tool.Elements(r.b)
	}
	for i, e := range r.b.Within(at) {
		of, outer := &r.received[i], &r.received[e.Parent()]
		if arguments != nil {
			of.Argument = arguments[i]
		}
		switch {
		case of.Fate != Unread:
		case e.Parent() == at:
			of.Fate = Ignored // an item without its list
		case outer.Fate == Overridden, outer.Fate == Ignored:
			of.Fate = outer.Fate
		default:
			of.Fate = Dropped
			if a := outer.Argument.Element(); a != nil && (a.Kind == List || a.Kind == Object) {
				of.Fate = Ignored // beside the items
			}
		}
	}
}

// refusals are the reasons of refusals whose issues need no description.
var refusals = map[IssueKind]string{
	EmptyArgument: "is empty", DroppedValue: "has nothing but elements in it, which are dropped",
}
