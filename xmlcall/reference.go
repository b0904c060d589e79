package xmlcall

import "github.com/entrhq/forge-lsp/internal/lex"

// ReferenceAt reads the reference that starts at an offset of text, where an '&' is; elsewhere
// it returns an empty Reference. ok reports whether the strict parser reads it; then
// Reference.Text is the text that it represents. Otherwise problem is what is wrong with it,
// and Reference.Span is the '&' alone for a [BareAmpersand].
func ReferenceAt(text string, offset int) (ref Reference, problem ProblemKind, ok bool) {
	if offset < 0 || offset >= len(text) || text[offset] != '&' {
		return Reference{}, BareAmpersand, false
	}
	kind, end, decoded := lex.Reference(text, offset)
	ref = Reference{Span{offset, end}, decoded}
	switch kind {
	case lex.RefValid:
		return ref, 0, true
	case lex.RefUnknown:
		return ref, UnknownEntity, false
	case lex.RefUnterminated:
		return ref, UnterminatedReference, false
	case lex.RefInvalid:
		return ref, InvalidCharacterReference, false
	}
	ref.Span.End = offset + 1
	return ref, BareAmpersand, false
}

// Repair returns text with every '&' that does not start one of the five predefined
// entities or a character reference (&#digits; or &#xhex;) replaced by "&amp;". It is
// the runtime's own repair, byte for byte: it does not recognize CDATA sections and
// comments and rewrites them too. It returns text itself if there is nothing to
// replace.
//
// ADR-0024 (fallback) prints a pattern with a look-ahead, which Go's regexp does not
// support; the runtime does what is described here.
func Repair(text string) string { return lex.Repair(text) }
