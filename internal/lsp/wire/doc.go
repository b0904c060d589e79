// Package wire carries the messages of a session of the language server: frames or messages
// without headers, what is not a message, batches, the texts of documents, what waits for the
// client, and the requests under way in both directions. It knows JSON-RPC and nothing of what
// messages are about.
//
//	bytes → Transport    frames, or messages that come one by one
//	      → Stream       batches; what is not a message is answered here
//	        bodyReader   decodes the texts of documents as they arrive
//	      → the handler
//	      → flight       which calls have no answer yet; the answers to batches
//	      → outbox       what waits for the client → Transport
package wire
