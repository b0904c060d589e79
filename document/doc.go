// Package document finds where in a file the text is that contains tool calls,
// and maps positions and edits back to the file.
//
// A [Transcript] is Markdown or text in which labels such as "**Assistant:**" show
// who wrote each message: those of an agent are replies, those of others documents.
// In a [Reply] everything is what an agent wrote, so every <tool> counts, as it
// does for the runtime. A [Log] is text that may contain several replies. Either
// is read message by message where labels show where a message starts; [Scope] is
// what is known of each stretch. In a [Document] (Markdown, prompts, source code)
// people also write about tool calls: inline code, a mention in prose, a pattern, a
// diagram label, an HTML comment, a command-line metavariable. A block in a document
// is a call only if it has the shape of one.
//
// The result is a list of segments. A [Segment] is a message, or a stretch of text
// as an agent would write it: without the fences, the indentation of a list item
// and the "> " of a block quote around it. All offsets inside are half-open
// byte offsets; a segment knows its way back to the file.
//
// A file can be read in parts ([ReadPart]), each from a [Seam] with what has to be
// known there, a [State]. What is found is the same.
package document
