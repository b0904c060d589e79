// Package notes finds facts about the parts of a call that the runtime does read: that
// it ignores an element, supplies a name, or keeps a reference in a CDATA section as it
// is. What it does not read, or reads as other data, is an [xmlcall.Problem], which the
// parser records.
//
// Spans index into the text of the block. The package keeps no state.
package notes
