package stream

import (
	"errors"
	"io"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var (
	_ io.WriteCloser  = (*Decoder)(nil)
	_ io.StringWriter = (*Decoder)(nil)
)

var (
	openBytes  = []byte(lex.ToolOpen)
	closeBytes = []byte(lex.ToolClose)
)

const nameClose = "</tool_name>"

// Write reads the next piece of the stream, of any size, and calls Handle for the
// events that it completes. It returns len(p) and no error unless Handle returned one
// or the decoder is closed; n is then the number of bytes read up to that event. It
// does not retain p.
func (d *Decoder) Write(p []byte) (n int, err error) {
	from := d.offset
	for len(p) > 0 && d.err == nil {
		switch d.state {
		case inProse:
			p = d.prose(p)
		case inCall:
			p = d.content(p)
		case inSkipped:
			p = d.skip(p)
		}
	}
	return int(d.offset - from), d.err
}

// WriteString is Write for a string.
func (d *Decoder) WriteString(s string) (n int, err error) {
	if d.piece == nil {
		d.piece = make([]byte, 4<<10)
	}
	for err = d.err; err == nil && n < len(s); {
		var read int
		read, err = d.Write(d.piece[:copy(d.piece, s[n:])])
		n += read
	}
	return n, err
}

// Close ends the stream: it reports text that was held back and an unfinished call. It
// returns the error of Handle if there was one.
func (d *Decoder) Close() error {
	if errors.Is(d.err, ErrClosed) {
		return nil
	}
	if d.err == nil {
		switch d.state {
		case inProse:
			d.flushHeld(d.matched)
		case inCall:
			d.unfinished()
		case inSkipped:
			d.emit(Event{Kind: CallUnfinished, Offset: d.start, End: d.offset, Verdict: d.tooLarge()})
		}
	}
	if d.err != nil {
		return d.err
	}
	d.err = ErrClosed
	return nil
}

func (d *Decoder) emit(e Event) {
	if d.err == nil && d.Handle != nil {
		d.err = d.Handle(e)
	}
}

func (d *Decoder) limit() int { return forge.Limit(d.Options.MaxSize) }

// parse parses the block at the beginning of a call's text.
func (d *Decoder) parse(text string) *xmlcall.Block {
	return xmlcall.NewParser(text, d.Options).At(0)
}

func (d *Decoder) tooLarge() xmlcall.Verdict {
	return xmlcall.Verdict{Outcome: xmlcall.Refused, Reason: forge.TooLarge(d.limit())}
}

// prose reads p up to the next <tool> and returns the rest.
func (d *Decoder) prose(p []byte) []byte {
	held := d.matched
	end, matched := lex.Seek(p, openBytes, held)
	d.matched = matched
	// text is the end of the prose in p; a negative one is in the bytes that were held
	// back.
	text := len(p) - matched
	if end >= 0 {
		text = end - len(lex.ToolOpen)
	}
	if text >= 0 {
		d.flushHeld(held)
		if text > 0 && d.err == nil {
			d.offset += int64(text)
			d.emit(Event{Kind: Prose, Offset: d.offset - int64(text), End: d.offset, Prose: p[:text:text]})
		}
		if d.err != nil {
			return nil
		}
		p = p[text:]
	}
	if end < 0 {
		d.offset += int64(len(p))
		return nil
	}
	end -= max(text, 0)
	d.offset += int64(end)
	d.begin(d.offset - int64(len(lex.ToolOpen)))
	return p[end:]
}

// flushHeld reports the first n bytes of <tool>, which were held back and turn
// out to be prose. They end at d.offset.
func (d *Decoder) flushHeld(n int) {
	if n > 0 {
		copy(d.held[:], lex.ToolOpen)
		d.emit(Event{Kind: Prose, Offset: d.offset - int64(n), End: d.offset, Prose: d.held[:n:n]})
	}
}

// begin reports the <tool> at the given offset.
func (d *Decoder) begin(start int64) {
	d.state, d.matched = inCall, 0
	d.start = start
	d.named, d.scanned = false, len(lex.ToolOpen)
	d.emit(Event{Kind: CallBegins, Offset: start, End: start + int64(len(lex.ToolOpen))})
}

// content reads p up to the </tool> of the call and returns the rest.
func (d *Decoder) content(p []byte) []byte {
	end, matched := lex.Seek(p, closeBytes, d.matched)
	n := end
	if end < 0 {
		n = len(p)
	}
	if d.call.size == 0 {
		if end >= 0 && len(lex.ToolOpen)+n <= d.limit() {
			d.offset += int64(n) // a call that is in one piece is copied once
			d.end(lex.ToolOpen + string(p[:n]))
			return p[end:]
		}
		d.call.write(openBytes)
	}
	if room := max(0, d.limit()-d.call.size); n > room {
		d.call.write(p[:room])
		d.name(d.call.text())
		d.call.reset()
		d.state = inSkipped
		d.emit(Event{Kind: CallTooLarge, Offset: d.start, End: d.start + int64(d.limit()), Verdict: d.tooLarge()})
		return p
	}
	d.call.write(p[:n])
	d.offset += int64(n)
	d.matched = matched
	if end < 0 {
		d.name(d.call.head.String())
		return nil
	}
	text := d.call.text()
	d.call.reset()
	d.end(text)
	return p[end:]
}

// end reports the end of the call whose text is given, with both tags. It ends at d.offset.
func (d *Decoder) end(text string) {
	d.name(text)
	d.state, d.matched = inProse, 0
	if d.err != nil {
		return
	}
	b := d.parse(text)
	kind := CallComplete
	if b.Verdict().Outcome == xmlcall.Refused {
		kind = CallRefused
	}
	d.emit(Event{Kind: kind, Offset: d.start, End: d.offset, Block: b, Verdict: b.Verdict()})
}

// skip reads p up to the </tool> of a call that is too large and returns the rest.
func (d *Decoder) skip(p []byte) []byte {
	end, matched := lex.Seek(p, closeBytes, d.matched)
	d.matched = matched
	if end < 0 {
		d.offset += int64(len(p))
		return nil
	}
	d.offset += int64(end)
	d.state, d.matched = inProse, 0
	d.emit(Event{Kind: CallRefused, Offset: d.start, End: d.offset, Verdict: d.tooLarge()})
	return p[end:]
}

// name reports the tool's name if it is in s, the call so far. A name is the text of a <tool_name>
// element without markup, as in the runtime's own user interface.
func (d *Decoder) name(s string) {
	for !d.named {
		n := strings.Index(s[d.scanned:], nameClose)
		if n < 0 {
			d.scanned = max(d.scanned, len(s)-len(nameClose)+1)
			return
		}
		at := d.scanned + n
		d.scanned = at + len(nameClose)
		name, ok := nameBefore(s, at)
		if !ok {
			continue
		}
		d.named = true
		if _, ok := xmlcall.Find(s[:name.Start], len(lex.ToolOpen)); !ok {
			d.emit(Event{
				Kind: ToolName, Name: strings.Clone(s[name.Start:name.End]),
				Offset: d.start + int64(name.Start), End: d.start + int64(name.End),
			})
		}
	}
}

// nameBefore returns the trimmed text between a <tool_name> and s[at], which is its end
// tag.
func nameBefore(s string, at int) (name xmlcall.Span, ok bool) {
	text, ok := lex.TextBefore(s, at, "tool_name")
	if !ok {
		return xmlcall.Span{}, false
	}
	text = lex.TrimSpace(s, text)
	return xmlcall.Span(text), text.Len() > 0 && strings.IndexByte(text.Of(s), '>') < 0
}

// unfinished reports the call that the end of the stream cuts off, and the calls that
// begin inside it.
func (d *Decoder) unfinished() {
	text := d.call.text()
	if text == "" {
		text = lex.ToolOpen
	}
	d.name(text)
	for d.err == nil {
		end := len(text)
		if next, ok := xmlcall.Find(text, len(lex.ToolOpen)); ok {
			end = next
		}
		if d.state != inCall { // the first call has already begun
			d.begin(d.start)
			d.name(text[:end])
		}
		d.state = inProse
		b := d.parse(text[:end])
		size := b.Span.End
		d.emit(Event{Kind: CallUnfinished, Offset: d.start, End: d.start + int64(size), Block: b, Verdict: b.Verdict()})
		if size < end {
			d.emit(Event{Kind: Prose, Offset: d.start + int64(size), End: d.start + int64(end), Prose: []byte(text[size:end])})
		}
		if end == len(text) {
			return
		}
		text = text[end:]
		d.start += int64(end)
	}
}
