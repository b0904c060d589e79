// Package encode writes calls: the <tool> blocks that package xmlcall reads.
//
//	arguments.go  Go values as a tree of values
//	struct.go     the fields of structs
//	call.go       a whole call, and trees of values as lines
//	value.go      one value: escapes or CDATA sections
//	error.go      what cannot be written, and where
//
// # Vocabulary
//
// A call, an argument and a [xmlcall.Value] are those of package xmlcall. A value is
// written as escapes (character data with references) or as a section (CDATA); a
// [Method] chooses. An item is a child of a list; its name does not occur in JSON or
// Go: see [Options].
//
// # Units and ownership
//
// Sizes and offsets are in bytes. The output is appended to the caller's slice;
// arguments are neither modified nor retained, except that the tree of [Arguments]
// shares the children of a *xmlcall.Value. All errors are *[Error].
//
// # Source
//
// ADR-0019 (elements and CDATA) and ADR-0024 (escaping first). Fuzz tests
// check that what is written is read back, by encoding/xml and by package xmlcall.
package encode
