// Package live reads a whole reply of a model as the live runtime of Forge
// does, which is what runs calls.
//
// # Vocabulary
//
// A reply is one complete answer of a model. It consists of prose, thinking (what
// <thinking> and </thinking> enclose) and calls; a call and a block are those of
// package xmlcall. A chunk is a piece of a reply as it arrived over the network. A
// [Deviation] is a place at which the live runtime differs from a reader of the calls
// one by one, such as [xmlcall.Blocks].
//
// # Units and ownership
//
// Spans are half-open byte offsets, 0-based: those of a Reply count in Reply.Text,
// those of Reply.Block in the block's own text, which is assembled from pieces of the
// reply; [Reply.Original] maps the latter to the former. A Reply aliases the text that
// it was made from, is immutable, and is safe for concurrent use. Reading never fails:
// any bytes are a reply.
//
// # Source
//
// The behavior is that of pkg/llm/parser and pkg/agent/core/stream.go of entrhq/forge.
package live
