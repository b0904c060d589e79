// Package stats collects statistics about the calls of many transcripts.
//
// A [Reader] reads a source, as a whole or in pieces on all cores, and returns each [Part]
// of it. A [Session] takes the parts in order and produces rows: a [Row] for each call and
// for each reply without one. A [Tally] counts rows; the tallies of sessions that were read
// on any machine, in any order, merge to the same tally.
//
// A session is a file, or a line of a file where each line is a conversation of its own, as
// in data sets and batches: one whose record has a list of messages. The context of a
// session (its system prompt, which calls are retries) ends with it, so that the rows of a
// session do not depend on its file.
package stats
