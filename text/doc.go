// Package text implements a text that can be edited at a cost that depends on the edit,
// not on the text, and that converts between offsets, lines and columns.
//
// A [Text] is immutable: [Text.Splice] returns a new Text that shares the unchanged
// parts with the old one. Both are O(log n), a retained Text is a snapshot, and a Text
// is safe for concurrent use.
//
// # Offsets
//
// An offset is a number of bytes from the start of the text, and a range is half-open:
// it does not include its end. A method panics if an offset or range is out of range,
// as slicing a string does; [Text.Position], [Text.Offset], [Text.Line] and
// [Text.LineStart], which take input from people and editors, use the nearest place
// instead.
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
// [New] does not copy its string, and Splice does not copy a long replacement. A Text
// keeps alive the strings that it has a part of. When the strings that were given to it
// and to the texts it was derived from are together more than twice as long as the text
// (plus 64 KiB), Splice copies the text into one string and releases the others; the
// cost is amortized over the bytes that were deleted. Short replacements are copied
// together with the text around them, at most a few KiB.
package text
