// Package literal maps between a string and the way a file writes it: with the
// escapes of JSON, say. A [Text] knows the place in the file of each of its bytes,
// and how an edit of it is to be written there. Texts nest: a JSON string may hold
// JSON, whose strings are written with the escapes of both.
//
// All offsets are bytes, half-open.
package literal
