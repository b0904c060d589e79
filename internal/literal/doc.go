// Package literal maps between a string and its notation in a file, such as one with
// the escapes of JSON. A [Text] maps each of its bytes to a place in the file, and an
// edit of it to an edit of the file. Texts nest: a JSON string may hold JSON, whose
// strings are written with the escapes of both. The lines of a quote, without the marks
// before them, are a text as well.
//
// All offsets are in bytes, ranges are half-open.
package literal
