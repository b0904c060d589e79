// Package document finds the text in a file that contains tool calls, and maps
// positions and edits back to the file.
//
// A [Transcript] is Markdown or text in which labels such as "**Assistant:**" show who
// wrote each message: those of an agent are replies, those of others documents. A
// [Reply] is entirely written by an agent, so every <tool> is a call, as it is for the
// runtime. A [Log] is text that may contain several replies. Both are read message by
// message if labels show where messages start; [Scope] is what is known about each
// stretch. In a [Document] (Markdown, prompts, source code) people also write about
// tool calls: inline code, a mention in prose, a pattern, a diagram label, an HTML
// comment, a command-line metavariable. A block in a document is a call only if it has
// the shape of one.
//
// The result is a list of segments. A [Segment] is a message, or a stretch of text as
// an agent would write it: without the fences, the indentation of a list item and the
// "> " of a block quote around it. All ranges in it are half-open byte ranges; a
// segment maps offsets and edits back to the file.
//
// A [Scanner] cuts a text into chunks, each of whole lines, which [ReadIn] reads one by one,
// each in its [Context].
//
// The files in the order in which things happen, callers before callees:
//
//	recognize.go, read.go            what a text is, and the reading
//	source.go, json.go, reply.go     strings of programs; transcripts in JSON; replies, logs and transcripts
//	document.go, lead.go, judge.go   documents: what is a call, and the text before it
//	file.go                          what is read
//	transcript.go                    whether labels make a text a transcript
//	chunk.go to chunk_scan.go        where chunks end
//	message.go to mention.go         calls in the text of an agent, and those in other formats
//	shown.go to runs.go              what the whole shows: labels, speakers, native calls
//	blocks.go, fences.go             blocks of Markdown, line by line
//	openers.go to tags.go            tags, and what shows that one opens a call
//	outline.go to directive.go       blocks, lines of Markdown, templates, comments addressed to this program
//	mapping.go, segment.go           a stretch of text with calls, and its way back to the file
//	comments.go to limits.go         comments, kinds, lines, limits
package document
