// Package legacy converts between calls made of elements and calls in JSON, the
// older form of a call that the runtime refuses today.
//
//	call.go   a whole call
//	read.go   JSON to values
//	write.go  values to JSON
//
// # Vocabulary
//
// A payload is the JSON object between <tool> and </tool>, with the members
// server_name, tool_name and arguments. A conversion is exact where the elements
// hold all that the JSON holds.
//
// # Units and ownership
//
// Offsets are in bytes, 0-based, in the text that is read. Trees and texts are
// new and belong to the caller, except for what a function states that it
// shares. The names of a list's items are those of [encode.Options]; nothing
// else in the options matters here.
//
// # Source
//
// ADR-0002; for the types of values, ADR-0019.
package legacy
