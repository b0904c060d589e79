// Package facts provides the facts about one call that rules need in addition to those
// that the parser records, so that rules do not depend on each other.
//
// A [Call] has the facts. Each has a name and is computed once, usually on first use:
//
//	arguments.go   the element of the arguments, and what the tool reads in each
//	scalars.go     elements that are read as text
//	problems.go    problems that nothing larger explains
//	notes.go       notes that are not a consequence of something larger
//	issues.go      what the tool has against the arguments
//	payload.go     JSON in place of elements
//	holes.go       what is there in place of something else: placeholders, dots and computed parts
//	envelope.go    children of the call that are not part of its envelope
//	containers.go  elements around an argument in the way of other formats
//	structure.go   sections and texts where elements belong
//	fields.go      what the text of a field was meant to hold
//	layout.go      lines, indentation and line ends
//	surroundings.go what the text of the call does not show
//
// [Needs] are the facts that a rule is about: it runs if a call has one of them. Package intent
// determines what the author of a call intended.
//
// All spans are half-open byte offsets, 0-based, into the text that the call's block is
// part of. The facts belong to the call: callers must not modify them.
package facts
