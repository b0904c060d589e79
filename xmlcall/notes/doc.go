// Package notes finds facts about what the runtime does read of a call: that it
// ignores an element, supplies a name, or keeps a reference in a CDATA section as
// it is. What it does not read, or reads as other data, is an [xmlcall.Problem],
// which the parser records.
//
// Spans index into the text of the block, as all of a block do. Nothing is kept.
package notes
