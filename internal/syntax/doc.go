// Package syntax answers questions about the text of calls that do not need a block:
// about text that is not a block yet, or a piece of one.
//
// # Vocabulary
//
// Tags, names and references are those of XML as package xmlcall reads it. A tag is
// literal where it is byte for byte what the runtime searches for, such as <tool>.
//
// # Units and ownership
//
// Offsets are in bytes, 0-based; spans are half-open and index the text that was given.
// The package keeps no state. Strings that are returned may alias the text.
//
// # Source
//
// The grammar is defined once, in internal/lex, which package xmlcall uses. What has spans
// of package xmlcall is here, in [xmlcall.ReferenceAt] and in [xmlcall.Repair].
package syntax
