// Package lsp is the language server: it speaks the Language Server Protocol
// over a pair of byte streams ([Serve]), or over messages such as those of a Web Worker
// ([ServeMessages]), and shows, while a person types, what the runtime
// would do with each tool call of a document.
//
// # Vocabulary
//
// A document is a text that the client has opened; it is the client's text, not that of
// the file. A [snapshot] is one version of a document and never changes. Requests are
// answered from the snapshot that was current when they were read, regardless of later
// changes.
//
// # The path of a message
//
//	bytes → transport      frames, or messages that come one by one
//	      → message          what is a message
//	      → dispatch         the three loops meet here: panics, cancellation, the lifecycle
//	      → routes           method → function, in a file of the request
//	      → view             the snapshot with its analysis, as the client sees it
//	      → internal/ls      what is shown, in byte offsets
//	      → call             which calls have no answer yet
//	      → write            what waits for the client
//
// One goroutine reads, ahead of one that handles messages in wire order, and a third one
// writes. A notification has been handled when the next message is. A request takes its
// snapshot in its turn, and then lets the next one be handled.
//
// # What applies to a document
//
// A [Workspace] determines it, given the open documents, the settings of the client and
// changed files. configuration.go receives folders and settings from the client,
// watch.go watches files, and follow.go reports both: a change creates new
// snapshots of the open documents.
//
// The analysis of a text does not depend on how it came about. That a call is being written,
// and what is held back meanwhile, writing.go alone knows.
//
// # Units
//
// Internally all ranges are half-open byte offsets, 0-based. Lines and characters exist
// only in messages: position.go converts, by package text, in the encoding that was
// negotiated with the client, and nothing else does.
package lsp
