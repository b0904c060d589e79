// Package corpus counts what happens to the calls of many transcripts.
//
// A [Reader] reads a source, as a whole or in pieces on all cores, and returns each [Part]
// of it. A [Session] takes the parts in order and makes rows of them: a [Fact] for each call
// and for each reply without one. A [Tally] counts rows; those of sessions that were read
// anywhere, in any order, are merged to the same tally.
//
// A session is a file, or a line of a file where each line is a conversation of its own, as
// in data sets and batches: one whose record has a list of messages. What a session tells
// (its system prompt, which calls try which) ends with it, so that the rows of a session are
// the same in whatever file it is.
package corpus
