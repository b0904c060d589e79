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
// From here on the files are in the order in which things happen:
//
//	server.go, dispatch.go       three loops: panics, cancellation, the lifecycle
//	routes.go                    method → function, in a file of the request
//	lifecycle.go to mistakes.go  the session, settings, texts, files
//	completion.go to forge.go    a file a request; internal/ls knows what is shown, in byte offsets
//	edit.go, resolve.go          what several of them answer with
//	writing.go to diagnostic.go  diagnostics, and what is held back of them
//	view.go, analysis.go         a snapshot with its analysis, as the client sees it
//	files.go, changes.go         what applies to it
//	request.go                   what the server asks of the client and tells it
//	session.go, client.go        the state of a session, and what the client can do
//	params.go to workspace.go    what messages and documents are made of
//	message.go to transport.go   what is a message; calls without an answer; what waits for the client; bytes
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
