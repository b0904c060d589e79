// Package lsp is the language server: it speaks the Language Server Protocol
// over a pair of byte streams ([Serve]), or over messages such as those of a Web Worker
// ([ServeMessages]), and shows, while a person types, what the runtime
// would do with each tool call of a document.
//
// # Vocabulary
//
// A document is what the client has opened; its text is the client's, not the
// file's. A [snapshot] is one version of a document and never changes. Requests
// are answered from the snapshot that was current when they were read, however
// much has been typed since.
//
// # How a message goes
//
//	bytes → transport    frames, or messages that come one by one
//	      → stream       batches; what is not a message is answered here
//	        bodyReader   decodes the texts of documents as they arrive
//	      → handler      one wrapper: panics, cancellation, the lifecycle
//	      → routes       method → function
//	      → flight       which requests have no answer yet; the answers to batches
//	      → outbox       what waits for the client → transport
//
// Messages are handled in the order of the wire, on the goroutine that reads
// them. A notification is done when the next message is read. A request takes
// its snapshot there too, and then releases the reader.
//
// # What applies to a document
//
// A [Workspace] knows it, and is told what is open, what the client has set and
// which files have changed. configuration.go has what the client tells of folders
// and settings, watch.go has files watched, and workspace.go brings it together:
// a change makes new snapshots of the documents that are open.
//
// # Units
//
// Everything inside is a half-open byte offset, 0-based. Lines and characters
// exist only in messages: position.go converts, by package text, in the encoding that was
// negotiated with the client, and nothing else does.
package lsp
