// Package json finds what people and agents wrote in a transcript that is JSON: one
// document, or a record a line (JSONL).
//
// Formats are data, see [Format] and [NewSet]: where the messages are, which key is the role and
// which the content. A string that holds a call and is in no known place is found, too,
// with the role of the object around it that has one.
//
// What is damaged is passed over, and everything else is read. All offsets are bytes of
// the text.
package json
