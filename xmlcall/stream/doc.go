// Package stream reads the calls of a model's output while it arrives.
//
//	decoder.go  what is found: Decoder, Event, Events
//	scan.go     the reader, piece by piece
//	buffer.go   a call that comes in pieces
//
// # Vocabulary
//
// A stream is text that comes in pieces of any size; what is found does not
// depend on where it was cut. An [Event] is a piece of prose, or a step in the
// life of a call: it begins, its tool is known, it is complete, refused or
// unfinished. A call is cut out as [xmlcall.Blocks] does. What the live runtime
// runs of the whole reply is another question: see package live.
//
// # Units and ownership
//
// Offsets of events are half-open, in bytes, 0-based, from the start of the
// stream; spans in the block of an event count from the call's first byte. What
// is written to a [Decoder] is not kept. The prose of an event may be part of
// it, and is valid only until the handler returns; a block is the caller's.
//
// # Source
//
// The search for the two tags is that of package xmlcall.
package stream
