package xmlcall

import (
	"errors"
	"io"
	"iter"
)

// A Decoder finds and parses the calls of a stream while it arrives. It is an
// [io.WriteCloser]: write the stream to it in pieces of any size, and close it
// at the end. [Events] does so for a reader.
//
// It cuts calls out as [Blocks] does, from a literal <tool> to the next literal
// </tool>, not as the live runtime puts a reply together (package live).
//
// What it reports does not depend on how the stream was cut, except that prose
// may come in more or fewer events: joining neighbouring [EventProse] events
// gives the same list for every way of cutting. Prose, and what is between
// the start and the end of the calls, tile the stream.
//
// The zero value is ready to use: it reads and drops what it finds.
//
// It holds one call in memory at most, and of that no more than MaxSize bytes
// beside what parsing them takes; at the end of the call, twice. Between calls it holds back at most five
// bytes, the beginning of a possible <tool>, and allocates nothing, but for
// 4 KiB at the first WriteString.
//
// A Decoder is not safe for concurrent use and must not be copied once used.
type Decoder struct {
	// Handle is called with each event, in order; it must be set before the
	// first Write. An error from it ends the decoding: Write or Close returns
	// it, and so does each later one. With nil the events are dropped.
	Handle func(Event) error
	// MaxSize is the size in bytes, tags included, above which a call is
	// skipped and not kept, and which calls are judged by; 0 or less means
	// [MaxSize], the runtime's own limit.
	MaxSize int

	state   decoderState
	matched int   // how many bytes of the tag that is looked for were the last ones
	offset  int64 // in the stream, of what follows
	start   int64 // in the stream, of the call
	call    callBuffer
	named   bool // no tool name is looked for any more
	scanned int  // how much of the call holds no </tool_name>
	held    [len(toolOpen)]byte
	piece   []byte // what WriteString copies through
	err     error
}

type decoderState uint8

const (
	inProse decoderState = iota
	inCall
	inSkipped // in a call that is too large
)

// An EventKind names a kind of [Event].
type EventKind uint8

const (
	// EventProse: a piece of text outside of calls.
	EventProse EventKind = iota
	// EventCallBegins: a <tool>. Offset and End are those of the tag.
	EventCallBegins
	// EventToolName: the name of the tool, as soon as </tool_name> was read, so
	// that it can be shown while the arguments arrive. Name is the name as
	// written but for white space around it; Offset and End are where it
	// stands. It is a forecast: [Block.ToolName] has the last word. At most
	// once a call, and not for a <tool> that another one follows first.
	EventToolName
	// EventCallTooLarge: the call has grown above the limit; what follows of it
	// is skipped. Offset is that of the call, End that of the limit.
	EventCallTooLarge
	// EventCallComplete: the </tool> of a call that runs, as a call of its own.
	EventCallComplete
	// EventCallRefused: the </tool> of a call that the runtime refuses. Block
	// is nil where the call was too large.
	EventCallRefused
	// EventCallUnfinished: a call that no </tool> ended before the end of the
	// stream. It comes from Close. Of several such calls each ends where the
	// next begins. Block is nil where the call was too large.
	EventCallUnfinished
)

var eventNames = [...]string{
	EventProse: "prose", EventCallBegins: "call begins", EventToolName: "tool name",
	EventCallTooLarge: "call too large", EventCallComplete: "call complete",
	EventCallRefused: "call refused", EventCallUnfinished: "call unfinished",
}

// String returns the kind in words, such as "call begins".
func (k EventKind) String() string {
	if int(k) < len(eventNames) {
		return eventNames[k]
	}
	return "unknown"
}

// An Event is something that a [Decoder] found.
type Event struct {
	Kind EventKind
	// Offset and End are where it stands: half-open byte offsets from the
	// start of the stream. For the end of a call that is all of the call.
	Offset, End int64
	// Prose is the text of an EventProse. It may be part of what was given to
	// Write: it must not be changed, and is valid only until the handler, or
	// the body of the loop, returns.
	Prose []byte
	// Name is the name of an EventToolName.
	Name string
	// Block is the call of the last three kinds. Its Text is the call alone, so
	// its spans count from the call's first byte: add Offset for the place in
	// the stream. What only the text behind the call can tell is missing:
	// Block.Rest is empty, and there is no problem [CallEndInContent].
	Block *Block
	// Verdict is what the runtime does with the call of the last four kinds:
	// that of Block where there is one.
	Verdict Verdict
}

// ErrClosed is what a [Decoder] returns from Write after Close.
var ErrClosed = errors.New("xmlcall: decoder is closed")

var errStopped = errors.New("xmlcall: iteration stopped")

// Events reads r to its end and yields the events of the stream, which are
// those of a [Decoder] with the given MaxSize (0 for the runtime's limit). An
// error of r comes last, with an empty event, behind what was unfinished then;
// io.EOF is none. The sequence can be ranged over once. When the loop is left
// early, r has been read somewhat further than the last event.
func Events(r io.Reader, maxSize int) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if r == nil {
			yield(Event{}, errors.New("xmlcall: no reader"))
			return
		}
		d := &Decoder{MaxSize: maxSize}
		d.Handle = func(e Event) error {
			if !yield(e, nil) {
				return errStopped
			}
			return nil
		}
		buf := make([]byte, 32<<10)
		for empty := 0; ; {
			n, err := r.Read(buf)
			if n > 0 {
				empty = 0
			} else if empty++; err == nil && empty >= 100 {
				err = io.ErrNoProgress
			}
			if _, stopped := d.Write(buf[:n]); stopped != nil {
				return
			}
			if err == nil {
				continue
			}
			if d.Close() == nil && err != io.EOF {
				yield(Event{}, err)
			}
			return
		}
	}
}
