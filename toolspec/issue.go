package toolspec

import "github.com/entrhq/forge-lsp/xmlcall"

// An IssueKind names a kind of [Issue].
type IssueKind uint8

// The kinds of issue.
const (
	// UnknownArgument: an element that the tool does not read. Span is its
	// start tag.
	UnknownArgument IssueKind = iota
	// MissingArgument: an argument that the tool requires and that is not
	// there. Span is the start tag that should hold it, or that of a list
	// without items, Element that element.
	MissingArgument
	// EmptyArgument: an argument that must not be empty. Span is the element.
	EmptyArgument
	// DuplicateArgument: an element that a later one of the same name takes the
	// place of. Span is the element; Same and Empty say what the later one holds.
	DuplicateArgument
	// TypeMismatch: a value that cannot be read as what the tool wants, which
	// refuses the call. Span is the value without white space around it.
	TypeMismatch
	// InvalidValue: a value that the tool's schema does not allow. Span is as
	// that of TypeMismatch.
	InvalidValue
	// EmptyValue: an empty element that is read as 0 or false. Span is the
	// element. One that the tool refuses for it is an InvalidValue instead.
	EmptyValue
	// CoercedValue: a value whose text the tool changes. Span is the value.
	CoercedValue
	// PaddedValue: a path or a name with white space around it, which the tool
	// keeps. Span is the value with it.
	PaddedValue
	// ArrayShape: something where the runtime looks for the items of a list
	// and sees none. Span is the content that is wrong, Shape says how.
	ArrayShape
	// DroppedValue: an argument that must not be empty, and is, since it holds
	// nothing but elements, which the runtime drops. Span is the element.
	DroppedValue
	// DroppedText: text, or a CDATA section, beside the members of an object or
	// the items of a list, and a section in place of the items. The runtime drops
	// it. Span is the text without white space around it, Element the object or
	// the list; Values are the items that a text in their place means.
	DroppedText
	// ReplacedValue: a number that the tool accepts, and takes another for: a
	// timeout below 0 is the default, a page_end without a page_start the last
	// page. Span is the value, Reason says what it becomes.
	ReplacedValue
	// NotChecked: the values are not checked against the tool's schema, because that
	// would take more work than there is a budget for; names and types are. Span is
	// the start tag of the arguments.
	NotChecked
)

// A Shape says what an [ArrayShape] issue found in place of items.
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
	// NotRepeated: a wrapper around items that should stand beside each other.
	NotRepeated
)

// An Issue is something about a call's arguments that the tool does not read,
// or not as it was written.
type Issue struct {
	Kind IssueKind
	// Span is the place in the block's text.
	Span xmlcall.Span
	// Element is the element that it is about.
	Element xmlcall.ElementID
	// Name is the argument's name; for what is missing that of the missing
	// argument.
	Name string
	// Argument is what the tool reads, nil where it reads nothing.
	Argument *Argument
	// Reason says what is wrong, for the kinds that a name does not say all of:
	// a predicate for the value, such as "is not an integer".
	Reason string
	// Want are values that would be right, the likeliest first.
	Want []string
	// Same and Empty are about the element that takes the place of that of a
	// DuplicateArgument: whether it has the same value, so that nothing is lost,
	// and whether it is empty.
	Same, Empty bool
	// Shape and Elements describe an ArrayShape: the elements that are wrong.
	Shape    Shape
	Elements []xmlcall.ElementID
	// Values are the items that the text of an ArrayShape, or a DroppedText,
	// means, as JSON values.
	Values []any
}
