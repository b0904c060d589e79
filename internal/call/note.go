package call

import "github.com/entrhq/forge-lsp/xmlcall"

// A NoteKind names a kind of [Note].
type NoteKind uint8

// The kinds of note.
const (
	// DoubleEscape: a reference whose '&' is itself escaped, "&amp;lt;", which
	// decodes to "&lt;". Want is the reference, escaped once.
	DoubleEscape NoteKind = iota
	// ReferenceInSection: a reference in a CDATA section, where it stays as it is. Want
	// is the character that it would represent.
	ReferenceInSection
	// MixedField: a field, without child elements, that holds both CDATA
	// sections and other text. Span is its content.
	MixedField
	// PaddedSection: the white space between a field's tag and its CDATA
	// section, which is part of the value.
	PaddedSection
	// ToolTagInSection: a literal <tool> in a CDATA section or a comment; it is
	// harmless there.
	ToolTagInSection
	// ThinkingTag: a literal <thinking> or </thinking> anywhere in the block.
	// The live runtime removes it, with what it encloses, before it reads the
	// call.
	ThinkingTag
	// IgnoredAttributes: the attributes of a start tag, from the first to the last. The
	// runtime ignores attributes.
	IgnoredAttributes
	// IgnoredPrefix: a start tag whose name has a namespace prefix. The runtime
	// compares the local name.
	IgnoredPrefix
	// PaddedToolName: a tool name with white space around it, which does not match any
	// tool. Span is the content of the element, Want the name.
	PaddedToolName
	// NoServerName: no server is named, which the runtime reads as "local". Span is the empty
	// element, or the tool's start tag if there is none.
	NoServerName
	// OtherServer: a server other than "local". The runtime does not use it for
	// routing. Span is the content of the element.
	OtherServer
	// NoArguments: the call has no arguments element. Span is the tool's start
	// tag.
	NoArguments
	// UnknownChild: the start tag of a child of the tool element that is not one of the
	// envelope's three. The runtime ignores it.
	UnknownChild
	// DuplicateChild: an element of the envelope that a later one of the same name
	// overrides. Span is the whole element.
	DuplicateChild
	// StrayText: text between the envelope's elements, or between those of the
	// arguments. The runtime ignores it. Span excludes the white space around it.
	StrayText
	// EscapedSection: a value that is a CDATA section whose markers are escaped, so that they
	// are part of the text. Span is the content of the element, Want the text in the section.
	EscapedSection
)

// A Note is a fact about a place in a block that does not keep the runtime from reading
// it: something that the runtime ignores, supplies, or reads in a way that the author
// may not have intended. What it does not read, or reads as other data, is an
// [xmlcall.Problem], which the parser records.
type Note struct {
	Kind NoteKind
	// Span is the place.
	Span xmlcall.Span
	// Element is the element that the note is about, or that it is in.
	Element xmlcall.ElementID
	// Want is a text whose meaning depends on the kind.
	Want string
}
