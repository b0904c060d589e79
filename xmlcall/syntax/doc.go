// Package syntax answers questions about the text of calls that need no block: for
// those who look at text that is none yet, or at a piece of one.
//
// # Vocabulary
//
// Tags, names and references are those of XML as package xmlcall reads it. A tag is
// literal where it is byte for byte what the runtime searches for, such as <tool>.
//
// # Units and ownership
//
// Offsets are in bytes, 0-based; spans are half-open and index the text that was
// given. Nothing is kept, and what is returned aliases the text where it is a part
// of it.
//
// # Source
//
// The grammar is written down once, in internal/lex, which package xmlcall reads
// by. What other packages need of it is here, in [xmlcall.ReferenceAt] and in
// [xmlcall.Repair].
package syntax
