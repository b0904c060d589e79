package stream

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Decoder finds and parses the calls of a stream while it arrives. It is an
// [io.WriteCloser]: write the stream to it in pieces of any size, and close it at the
// end. [Events] does this for a reader.
//
// It extracts calls as [xmlcall.Blocks] does, from a literal <tool> to the next literal
// </tool>, not as the live runtime assembles a reply (package live).
//
// Its events do not depend on how the stream was cut, except that prose may be split
// into more or fewer events: joining adjacent [Prose] events gives the same list for
// every way of cutting. Prose and calls tile the stream.
//
// The zero value is ready to use: it decodes the stream and drops the events.
//
// It holds at most one call in memory, and no more than MaxSize bytes of it besides
// what parsing takes; while it grows and at its end, twice that. Between calls it holds back
// at most five bytes, the beginning of a possible <tool>.
//
// A Decoder is not safe for concurrent use and must not be copied once used.
type Decoder struct {
	// Handle is called with each event, in order; it must be set before the first
	// Write. An error from it ends the decoding: it is returned by Write or Close, and
	// by every later call of them. If Handle is nil, the events are dropped.
	Handle func(Event) error
	// Options describe the runtime that calls are read for. A call of more than
	// Options.MaxSize bytes, tags included, is skipped and not kept.
	Options xmlcall.Options

	state    decoderState
	text     bytes.Buffer // what is not reported yet: the beginning of a tag, or a call
	offset   int64        // of text, in the stream
	searched int          // the length of the prefix of text without the start of a wanted tag
	start    int64        // of the call, in the stream
	named    bool         // whether the search for the tool name is over
	err      error
	end      int64 // of the event whose handling failed
}

type decoderState uint8

const (
	inProse decoderState = iota
	inCall
	inSkipped // in a call that is too large
)

// A EventKind names a kind of [Event].
type EventKind uint8

const (
	// Prose: a piece of text outside of calls.
	Prose EventKind = iota
	// CallBegins: a <tool>. Offset and End are those of the tag.
	CallBegins
	// ToolName: the name of the tool, as soon as </tool_name> has been read, so that it
	// can be shown while the arguments arrive. Name is the name as written, without the
	// white space around it; Offset and End are its place. It is provisional:
	// [xmlcall.Block.ToolName] is authoritative. There is at most one per call, within its first
	// 4 KiB, and none for a <tool> that is followed by another one first.
	ToolName
	// CallTooLarge: the call has exceeded the limit; the rest of it is skipped. Offset
	// is that of the call, End that of the limit.
	CallTooLarge
	// CallComplete: the </tool> of a call that runs, as a call of its own.
	CallComplete
	// CallRefused: the </tool> of a call that the runtime refuses. Block
	// is nil where the call was too large.
	CallRefused
	// CallUnfinished: a call without a </tool> before the end of the stream. Close
	// reports it. If there are several, each ends where the next begins. Block is nil
	// where the call was too large.
	CallUnfinished
)

var eventNames = [...]string{
	Prose: "prose", CallBegins: "call begins", ToolName: "tool name",
	CallTooLarge: "call too large", CallComplete: "call complete",
	CallRefused: "call refused", CallUnfinished: "call unfinished",
}

// String returns the kind in words, such as "call begins".
func (k EventKind) String() string {
	if int(k) < len(eventNames) {
		return eventNames[k]
	}
	return "unknown"
}

// An Event is an event in a stream that a [Decoder] reads.
type Event struct {
	Kind EventKind
	// Offset and End are its place: half-open byte offsets from the start of the
	// stream. For the end of a call they delimit the whole call.
	Offset, End int64
	// Prose is the text of a Prose event. It must not be changed, and is valid only until the
	// handler, or the body of the loop, returns.
	Prose []byte
	// Name is the name of a ToolName.
	Name string
	// Block is the call of the last three kinds. Its Text is the call alone, so its
	// spans count from the call's first byte: add Offset for the place in the stream.
	// Block has none of the facts that depend on the text after the call: Block.Rest is
	// empty, and there is no problem [xmlcall.CallEndInContent].
	Block *xmlcall.Block
	// Verdict is what the runtime does with the call of the last four kinds: that of
	// Block unless that is nil.
	Verdict xmlcall.Verdict
}

// ErrClosed is what a [Decoder] returns from Write after Close.
var ErrClosed = errors.New("stream: decoder is closed")

var errStopped = errors.New("stream: iteration stopped")

// Events reads r to its end and yields the events of the stream, which are those of a
// [Decoder] with the given options. An error of r other than io.EOF comes last, with an
// empty event, after the unfinished calls. The sequence can be ranged over once. If the
// loop ends early, r has been read somewhat past the last event.
func Events(r io.Reader, o xmlcall.Options) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if r == nil {
			yield(Event{}, errors.New("stream: no reader"))
			return
		}
		d := &Decoder{Options: o}
		d.Handle = func(e Event) error {
			if !yield(e, nil) {
				return errStopped
			}
			return nil
		}
		_, err := bufio.NewReaderSize(struct{ io.Reader }{r}, pieceSize).WriteTo(d) // which gives up on a reader that reads nothing
		if d.err == nil && d.Close() == nil && err != nil {
			yield(Event{}, err)
		}
	}
}
