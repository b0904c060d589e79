package stream

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ io.WriteCloser = (*Decoder)(nil)

var (
	openBytes  = []byte(lex.ToolOpen)
	closeBytes = []byte(lex.ToolClose)
)

// pieceSize is the number of bytes of a larger Write that are looked at together.
const pieceSize = 32 << 10

// Write reads the next piece of the stream, of any size, and calls Handle for the
// events that it completes. It returns len(p) and no error unless Handle returned one
// or the decoder is closed; n is then the number of bytes read up to that event. It
// does not retain p.
func (d *Decoder) Write(p []byte) (n int, err error) {
	from := d.offset + int64(d.text.Len())
	for piece := range slices.Chunk(p, pieceSize) {
		if d.err == nil {
			d.text.Write(piece)
		}
		for d.err == nil && d.step() {
		}
	}
	if d.err != nil {
		return int(max(0, d.end-from)), d.err
	}
	return len(p), nil
}

// Close ends the stream: it reports text that was held back and an unfinished call. It
// returns the error of Handle if there was one.
func (d *Decoder) Close() error {
	if errors.Is(d.err, ErrClosed) {
		return nil
	}
	switch d.state {
	case inProse:
		d.prose(d.text.Len())
	case inCall:
		d.unfinished()
	case inSkipped:
		d.emit(Event{Kind: CallUnfinished, Offset: d.start, End: d.offset + int64(d.text.Len()), Verdict: d.tooLarge()})
	}
	if d.err != nil {
		return d.err
	}
	d.err, d.end = ErrClosed, 0
	return nil
}

func (d *Decoder) emit(e Event) {
	if d.err == nil && d.Handle != nil {
		d.err, d.end = d.Handle(e), e.End
	}
}

// take removes n bytes from the text and returns them.
func (d *Decoder) take(n int) []byte {
	d.offset += int64(n)
	d.searched = 0
	return d.text.Next(n)
}

// prose reports the first n bytes of the text as prose.
func (d *Decoder) prose(n int) {
	if n > 0 {
		p := d.take(n)
		d.emit(Event{Kind: Prose, Offset: d.offset - int64(n), End: d.offset, Prose: p[:n:n]})
	}
}

func (d *Decoder) limit() int { return forge.Limit(d.Options.MaxSize) }

func (d *Decoder) tooLarge() xmlcall.Verdict {
	return xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: forge.TooLarge(d.limit())}
}

// step reads on up to the next tag that matters. It reports whether there may be a further one in
// the text.
func (d *Decoder) step() bool {
	text, tag := d.text.Bytes(), closeBytes
	if d.state == inProse {
		tag = openBytes
	}
	end := bytes.Index(text[d.searched:], tag)
	if end < 0 {
		d.searched = max(d.searched, len(text)-len(tag)+1)
	} else {
		end += d.searched + len(tag)
	}
	switch d.state {
	case inProse:
		if end < 0 {
			held := max(0, bytes.LastIndexByte(text[d.searched:], '<')+d.searched)
			if !bytes.HasPrefix(tag, text[held:]) {
				held = len(text)
			}
			d.prose(held)
			return false
		}
		d.prose(end - len(tag))
		d.begin()
	case inCall:
		size, limit := len(text), max(d.limit(), len(openBytes))
		if end >= 0 {
			size = end
		}
		d.name(text[:min(size, limit)])
		switch {
		case size > limit:
			d.state = inSkipped
			d.emit(Event{Kind: CallTooLarge, Offset: d.start, End: d.start + int64(d.limit()), Verdict: d.tooLarge()})
		case end < 0:
			return false
		case d.err == nil:
			d.state = inProse
			d.call(CallComplete, string(d.take(end)))
		}
	case inSkipped:
		if end < 0 {
			d.take(d.searched)
			return false
		}
		d.take(end)
		d.state = inProse
		d.emit(Event{Kind: CallRefused, Offset: d.start, End: d.offset, Verdict: d.tooLarge()})
	}
	return true
}

// begin reports the <tool> at the beginning of the text.
func (d *Decoder) begin() {
	d.state, d.start = inCall, d.offset
	d.named, d.searched = false, len(openBytes)
	d.emit(Event{Kind: CallBegins, Offset: d.start, End: d.start + int64(len(openBytes))})
}

// call reports the end of the call whose text is given, which starts at d.start. It returns the
// length of the call.
func (d *Decoder) call(kind EventKind, text string) (size int) {
	b := xmlcall.NewParser(text, d.Options).At(0)
	if kind == CallComplete && b.Verdict().Outcome == xmlcall.Refused {
		kind = CallRefused
	}
	d.emit(Event{Kind: kind, Offset: d.start, End: d.start + int64(b.Span.End), Block: b, Verdict: b.Verdict()})
	return b.Span.End
}

// toolName is a <tool_name> element with text and no markup, as in the runtime's own user interface.
var toolName = regexp.MustCompile(`<tool_name>\s*([^<>\s][^<>]*?)\s*</tool_name>`)

// nameWithin is the number of bytes of a call within which the name of its tool is looked for.
const nameWithin = 4 << 10

// name reports the tool's name if it is in text, the call so far.
func (d *Decoder) name(text []byte) {
	text = text[:min(len(text), nameWithin)]
	if d.named {
		return
	}
	at := toolName.FindSubmatchIndex(text)
	d.named = at != nil || len(text) == nameWithin
	if at != nil && !bytes.Contains(text[len(openBytes):at[0]], openBytes) {
		start, end := at[2], at[3]
		d.emit(Event{Kind: ToolName, Name: string(text[start:end]), Offset: d.start + int64(start), End: d.start + int64(end)})
	}
}

// unfinished reports the call that the end of the stream cuts off, and the calls that
// begin inside it.
func (d *Decoder) unfinished() {
	for more := true; more && d.err == nil; {
		text := d.text.Bytes()
		end := len(openBytes) + bytes.Index(text[len(openBytes):], openBytes)
		if more = end >= len(openBytes); !more {
			end = len(text)
		}
		if d.state != inCall { // the first call has already begun
			d.begin()
			d.name(text[:end])
		}
		call := string(d.take(end))
		d.state = inProse
		if size := d.call(CallUnfinished, call); size < end {
			d.emit(Event{Kind: Prose, Offset: d.start + int64(size), End: d.offset, Prose: []byte(call[size:])})
		}
	}
}
