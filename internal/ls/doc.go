// Package ls knows what an editor shows of a document with calls, and which edits it offers:
// hovers, completion, lists of calls, symbols, code actions. It takes analyzed documents
// and byte offsets, and returns texts, spans and edits in byte offsets. It does not know the
// protocol, which documents are open, nor what a client can show, except for what it is told.
//
// A [View] is a document, and a [Place] what is at an offset in it; most
// features are their methods. A [Completer] finds what can be written at a cursor, in a text that
// is being written. Features about all calls are functions of the document.
package ls
