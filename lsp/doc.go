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
//	bytes → internal/lsp/wire    what is a message; what waits for the client
//	      → handler              one wrapper: panics, cancellation, the lifecycle
//	      → routes               method → function, in a file of the request
//	      → internal/ls          what is shown, in byte offsets
//
// Messages are handled in wire order, on the goroutine that reads them. A notification
// has been handled when the next message is read. A request takes its snapshot there
// too, and then releases the reader.
//
// # What applies to a document
//
// A [Workspace] determines it, given the open documents, the settings of the client and
// changed files. configuration.go receives folders and settings from the client,
// watch.go watches files, and workspace.go combines them: a change creates new
// snapshots of the open documents.
//
// # Units
//
// Internally all ranges are half-open byte offsets, 0-based. Lines and characters exist
// only in messages: position.go converts, by package text, in the encoding that was
// negotiated with the client, and nothing else does.
package lsp
