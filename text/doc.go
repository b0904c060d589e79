// Package text implements an immutable text, a string with its lines, which converts between
// offsets, lines and columns, and edits of it.
//
// A [Text] is safe for concurrent use, and so is a [Pending] that is not edited any more.
// An edit copies the text: ten megabytes take about two milliseconds, which is less than a
// client and a server need to tell each other of it. Edits that have arrived together are made
// together; see [Pending].
//
// # Offsets
//
// An offset is a number of bytes from the start of the text, and a range is half-open:
// it does not include its end. A method panics if an offset or range is out of range,
// as slicing a string does; [Text.Position], [Text.Offset] and [Text.Line], which take input
// from people and editors, use the nearest place instead.
//
// # Lines and columns
//
// A line ends with "\n", "\r\n" or a lone "\r". A text with n line ends has n+1
// lines, the last of which may be empty. A column is counted in the units of an
// [Encoding]. The text should be UTF-8, but need not be: each byte that is not part of a
// valid sequence counts as one unit, in every encoding. Lines and columns are 0-based.
//
// # Memory
//
// A Text keeps its string and four bytes for each line. A part of its string, as [Text.Slice]
// returns it, keeps all of it: what outlives the text should be cloned.
package text
