package xmlcall

// maxProblems is the approximate number of problems of one block that are recorded.
const maxProblems = 1000

// A ProblemKind names a kind of fact that the parser records about a place.
type ProblemKind uint8

// The kinds of problem. "Refuses" means that the strict parser of the runtime
// stops there; the ampersand kinds are fixed by its fallback ([Repair]).
const (
	// BareAmpersand: an '&' that does not start a reference. Span is the '&'.
	BareAmpersand ProblemKind = iota
	// UnknownEntity: &name; or &#X41; that XML does not define.
	UnknownEntity
	// UnterminatedReference: one of the five entities, or a character
	// reference, without its ';'.
	UnterminatedReference
	// CorruptedCDATA: an '&' in a CDATA section that the fallback will rewrite
	// to "&amp;" because something else in the block made the parser fail. Only
	// in blocks whose verdict is Repaired.
	CorruptedCDATA
	// InvalidCharacter: a character that XML cannot carry. Refuses.
	InvalidCharacter
	// InvalidUTF8: a run of invalid UTF-8. Refuses.
	InvalidUTF8
	// InvalidCharacterReference: a reference to a character that XML cannot
	// carry, or above U+10FFFF. Refuses.
	InvalidCharacterReference
	// SurrogateReference: a reference to a UTF-16 surrogate; read as U+FFFD.
	SurrogateReference
	// RawLessThan: a '<' that does not start markup. Span is the '<'. Refuses.
	RawLessThan
	// CDATAEndInText: "]]>" outside a CDATA section. Refuses.
	CDATAEndInText
	// CDATAEndsEarly: "]]>" in what was meant to be the content of a CDATA
	// section. Span is the inner "]]>". Refuses.
	CDATAEndsEarly
	// UnclosedCDATA: a CDATA section without an end. Span is "<![CDATA[", At is where
	// the end would be, if that is known, and Want the text in its place, such as "]>".
	// Refuses, unless the section extends to the end of a later one: then the call runs
	// with other values.
	UnclosedCDATA
	// MalformedCDATA: something that was meant to be "<![CDATA[". Span is the
	// broken opener, At where a missing "]]>" would be. The runtime
	// refuses it or drops the section.
	MalformedCDATA
	// UnclosedElement: a start tag without an end tag. Span is the start tag,
	// At is where the end tag would be. Refuses.
	UnclosedElement
	// MismatchedEndTag: an end tag that closes an element of another name. Span is the
	// tag, Want the name of the open element. Refuses.
	MismatchedEndTag
	// StrayEndTag: an end tag without a start tag. Refuses.
	StrayEndTag
	// InvalidElementName: a tag whose name XML does not allow. Refuses.
	InvalidElementName
	// InvalidAttribute: an attribute without a value, without quotes, or with
	// '<' in it. Refuses.
	InvalidAttribute
	// InvalidComment: "--" in a comment, or "<!--" that is never closed. Refuses.
	InvalidComment
	// InvalidDeclaration: an XML declaration with a version or an encoding that
	// the runtime does not read, or a processing instruction or directive that
	// is never closed. Refuses.
	InvalidDeclaration
	// NestedCall: a <tool> inside a value. Refuses.
	NestedCall
	// SwallowedCall: a <tool> in prose that swallows the call after it. Span
	// is the first <tool>. Refuses.
	SwallowedCall
	// UnclosedCall: a <tool> without a </tool>. Span is the <tool>, At is where
	// the end tag would be, if that is known.
	UnclosedCall
	// CallEndInContent: a </tool> inside a value, which cuts the block there.
	// Block.Rest is the rest of the call. Refuses.
	CallEndInContent
	// UnrecognizedTag: a tag that was meant to be <tool> or </tool> but is not those
	// literal characters. Want is the intended tag.
	UnrecognizedTag
	// TooLarge: a block of more than MaxSize bytes. Span is the block. Refuses.
	TooLarge
	// SyntaxError: the strict parser stops here for a reason that no other
	// kind describes. Want is that reason. Refuses.
	SyntaxError
)

// A Problem is a fact about a place in a block.
type Problem struct {
	Kind ProblemKind
	// Certain reports whether the problem leaves only one reading of the author's
	// intent, so that fixing it cannot change the meaning.
	Certain bool
	// Element is the innermost element around Span.
	Element ElementID
	// Span is the place.
	Span Span
	// Want is a text whose meaning depends on the kind.
	Want string

	at int // 1 + the offset that At returns; 0 if there is none
}

// At returns an offset in Block.Text whose meaning depends on the kind. ok is false for
// kinds without one, and if the offset is not known.
func (p Problem) At() (offset int, ok bool) { return max(p.at-1, 0), p.at > 0 }
