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
package document
