// Package legacy converts between calls made of elements and calls in JSON, an older
// form that the runtime no longer accepts.
//
//	call.go   a whole call
//	read.go   JSON to values
//	write.go  values to JSON
//
// # Vocabulary
//
// A payload is the JSON object between <tool> and </tool>, with the members
// server_name, tool_name and arguments. A conversion is exact if the elements hold
// everything that the JSON holds.
//
// # Units and ownership
//
// Offsets are in bytes, 0-based, in the text that is read. Trees and texts that are
// returned are new and belong to the caller, unless a function is documented to share
// them. The names of a list's items come from [encode.Options]; no other option is used
// here.
//
// # Source
//
// ADR-0002; for the types of values, ADR-0019.
package legacy
