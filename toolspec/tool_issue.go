package toolspec

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// An IssueKind names a kind of [Issue].
type IssueKind uint8

// The kinds of issue.
const (
	// UnknownArgument: an element that the tool does not read. Span is its
	// start tag.
	UnknownArgument IssueKind = iota
	// MissingArgument: an absent argument that the tool requires. Span is the start tag
	// that should contain it, or that of a list without items; Element is that element.
	MissingArgument
	// EmptyArgument: an empty argument that must not be empty. Span is the element.
	EmptyArgument
	// DuplicateArgument: an element that another one of the same name overrides. Span
	// is the element; Same and Empty describe the other one, which is in Elements.
	DuplicateArgument
	// TypeMismatch: a value that cannot be read as the type that the tool expects,
	// which refuses the call. Span is the value without white space around it.
	TypeMismatch
	// InvalidValue: a value that the tool's schema does not allow. Span is as for
	// TypeMismatch.
	InvalidValue
	// EmptyValue: an empty element that is read as 0 or false. Span is the element. If
	// the tool refuses it, the issue is an InvalidValue instead.
	EmptyValue
	// CoercedValue: a value whose text the tool changes. Span is the value.
	CoercedValue
	// PaddedValue: a path or a name with white space, quotes or invisible characters around
	// it, which the tool keeps. Span is the value with them, Reason says what is around it.
	PaddedValue
	// ArrayShape: content that is not a list of items where the runtime expects one.
	// Span is the wrong content, Shape describes it.
	ArrayShape
	// DroppedValue: an argument that must not be empty but is, because it holds only
	// elements, which the runtime drops. Span is the element.
	DroppedValue
	// DroppedText: text, or a CDATA section, beside the members of an object or the
	// items of a list, and a section in place of the items. The runtime drops it. Span
	// is the text without white space around it, Element the object or the list; Values
	// are the items that a text in their place represents.
	DroppedText
	// ReplacedValue: a number that the tool accepts but replaces: a negative timeout by
	// the default, a page_end without a page_start by the last page. Span is the value,
	// Reason describes the replacement.
	ReplacedValue
	// NotChecked: the values are not checked against the tool's schema, because that
	// would take too many visits of schemas; names and types are. Span is the start tag of the
	// arguments.
	NotChecked
)

// A Shape describes the content of an [ArrayShape] issue.
type Shape uint8

const (
	// NoShape: the issue is of another kind.
	NoShape Shape = iota
	// TextItems: text, such as "a, b" or a JSON array. Values are the items.
	// (Where a CDATA section is part of it, it is a DroppedText.)
	TextItems
	// WrongItems: an element of another name than the items have.
	WrongItems
	// NoItem: the members of an item without the item around them.
	NoItem
	// NoWrapper: items without the list's element around them.
	NoWrapper
	// TextWrappers: several wrappers, each with the text of one item.
	TextWrappers
	// NotRepeated: a wrapper around items that must be siblings. With a Reason, the tool cannot
	// read the text between them, and refuses the call.
	NotRepeated
)

// An Issue is something in a call's arguments that the tool does not read, or does not
// read as written.
type Issue struct {
	Kind IssueKind
	// Span is the place in the block's text.
	Span xmlcall.Span
	// Element is the element that the issue is about.
	Element xmlcall.ElementID
	// Name is the argument's name; for a missing argument, that of it.
	Name string
	// Argument is the argument that the tool reads, or nil if it does not read the
	// element.
	Argument *Argument
	// Reason describes the problem, for the kinds that need a description: a predicate
	// for the value, such as "is not an integer".
	Reason string
	// Want are valid values, the likeliest first.
	Want []string
	// Same and Empty describe the element that overrides that of a DuplicateArgument:
	// whether it has the same value, so that nothing is lost, and whether it is empty.
	Same, Empty bool
	// Shape and Elements describe an ArrayShape: the elements that are wrong. Of a
	// DuplicateArgument, Elements has the one that is used.
	Shape    Shape
	Elements []xmlcall.ElementID
	// Values are the items that the text of an ArrayShape or a DroppedText represents,
	// as JSON values.
	Values []any
	// Path leads to the value in the arguments of a native call by names of members and indexes of items; of a missing
	// argument to the object that should have it. Element and Span are those of calls in text alone.
	Path []string
	// Expected are the types of a TypeMismatch in a native call.
	Expected []string
	// Refused reports whether the schema does not allow the value. See [Tool.Refuses] for calls in text.
	Refused bool
}

// Around returns what a PaddedValue has around it: "white space", "quotes" or "invisible characters".
func (i *Issue) Around() string {
	return strings.TrimSuffix(strings.TrimPrefix(i.Reason, "has "), " around it")
}

// Refuses reports whether t refuses a call because of an issue with its arguments.
// Other issues have other effects: an argument that is ignored, or a value that differs
// from the one that was written.
//
// A built-in tool refuses only what it is known to check, and many do not check that a
// required string is present: write_file without <content> writes an empty file. For
// any other tool only the definition is known, and its requirements are assumed to be
// checked.
func (t *Tool) Refuses(i Issue) bool {
	switch i.Kind {
	case EmptyArgument, DroppedValue, TypeMismatch, InvalidValue:
		return true
	case MissingArgument:
		return !t.builtin || i.Argument == nil || i.Argument.NonEmpty || i.Argument.Kind != String
	case ArrayShape:
		return i.Reason != ""
	case PaddedValue:
		// run_custom_tool looks up the name without trimming it.
		return (t.Custom || t.coerces) && i.Name == "tool_name"
	}
	return false
}
