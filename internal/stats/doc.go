// Package stats counts what happens to the calls of many transcripts.
//
// A [Session] reads a source by the settings of its [Reader] and makes a [Row] for each call and for
// each reply without one: of a whole text, or of [Lines] that were read on several cores and are added in
// order. A [Tally] counts rows; the tallies of sessions that were read on any machine, in any order, merge
// to the same tally, to the byte of its file. A [Report] is a tally as JSON, OpenMetrics, Markdown or, for
// a terminal, as tables.
//
// A session is a file, or a line of a file where each line is a conversation of its own, as
// in data sets and batches: one whose record has a list of messages. The context of a
// session (its system prompt, which calls are retries) ends with it, so that the rows of a
// session do not depend on its file.
package stats
