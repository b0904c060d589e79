// Package transcript finds the texts of people and agents in a transcript that is JSON: one
// document, or one record per line (JSONL).
//
// Formats are data, see format: where the messages are, which key is the role and
// which the content. A string that holds a call but is not in a known place is also found, with
// the role of the nearest object around it that has one.
//
// Damaged parts are skipped, and everything else is read. All offsets are in bytes of
// the text.
package transcript
