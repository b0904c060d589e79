// Package text holds a text that is edited in the time that the edit costs, and
// knows everything there is to know about its lines and columns.
//
// A [Text] is immutable: [Text.Splice] returns another one that shares with the
// old one what did not change. Both are O(log n), a kept Text is a snapshot, and
// any number of goroutines may use one.
//
// # Offsets
//
// An offset is a number of bytes from the start of the text, and a range runs
// from a start up to, and not including, an end. Where the text does not have
// the offset or range that a method is given, it panics, as slicing a string
// does; [Text.Position], [Text.Offset], [Text.Line] and [Text.LineStart], which
// take what people and editors send, take the nearest place instead.
//
// # Lines and columns
//
// A line ends with "\n", "\r\n" or a lone "\r". A text of n line ends has n+1
// lines, the last of which may be empty. A column is counted in the units of an
// [Encoding]. The text is meant to be UTF-8, but need not be: each byte that is
// not part of a valid sequence counts as one unit, in every encoding. Lines and
// columns are 0-based.
//
// # Memory
//
// [New] does not copy its string, and Splice does not copy a long replacement.
// A text keeps alive the strings that it has a part of, and as long as an old
// text is in use, those of the old one. When the strings that were given to it
// and to the texts it came from are together more than twice as long as the
// text (and 64 KiB), Splice copies the text into one string and lets go of
// the others; so the cost is paid for by the bytes that were deleted. Short
// replacements are copied together with what is around them, at most a few KiB.
package text
