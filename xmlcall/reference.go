package xmlcall

// ReferenceAt reads the reference that starts at an offset of text, where an '&'
// is; elsewhere it returns an empty Reference. ok reports that the strict parser reads it; then
// Reference.Text is what it stands for. Otherwise problem says what is wrong
// with it, and Reference.Span is the '&' alone for a [BareAmpersand].
func ReferenceAt(text string, offset int) (ref Reference, problem ProblemKind, ok bool) {
	if offset < 0 || offset >= len(text) || text[offset] != '&' {
		return Reference{}, BareAmpersand, false
	}
	kind, end, decoded := scanRef(text, offset)
	ref = Reference{Span{offset, end}, decoded}
	switch kind {
	case refValid:
		return ref, 0, true
	case refUnknown:
		return ref, UnknownEntity, false
	case refUnterminated:
		return ref, UnterminatedReference, false
	case refInvalid:
		return ref, InvalidCharacterReference, false
	}
	ref.Span.End = offset + 1
	return ref, BareAmpersand, false
}
