// Package stream reads the calls of a model's output while it arrives.
//
//	decoder.go  what is found: Decoder, Event, Events
//	scan.go     the reader, piece by piece
//
// # Vocabulary
//
// A stream is text that arrives in pieces of any size; the events do not depend on
// where it was cut. An [Event] is a piece of prose, or a step in the life of a call: it
// begins, its tool is known, it is complete, refused or unfinished. Calls are extracted
// as by [xmlcall.Blocks]. For what the live runtime runs of a whole reply see package
// live.
//
// # Units and ownership
//
// Offsets of events are half-open, in bytes, 0-based, from the start of the stream;
// spans in the block of an event count from the call's first byte. A [Decoder] does not
// retain what is written to it. The prose of an event is valid only until the handler
// returns; a block belongs to the caller.
//
// # Source
//
// The two tags are found as in package xmlcall.
package stream
