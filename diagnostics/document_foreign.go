package diagnostics

import "github.com/entrhq/forge-lsp/internal/transcript"

// Natives returns the native calls of the document, by position.
func (d *Document) Natives() []NativeCall {
	if d.sum.tally.Native == 0 {
		return nil
	}
	list := make([]NativeCall, 0, d.sum.tally.Native)
	for i := range d.chunks {
		c := &d.chunks[i]
		for _, n := range c.natives {
			list = append(list, n.moved(c.start))
		}
	}
	return list
}

// moved returns the call at another place. The places of its name and arguments stay those in its chunk.
func (c NativeCall) moved(by int) NativeCall {
	if by != 0 {
		moved := *c.Call
		moved.Start, moved.End = moved.Start+by, moved.End+by
		if moved.Alone > 0 {
			moved.Alone += by
		}
		c.Call = &moved
	}
	return c
}

// NativeResults returns the result of each of [Document.Natives]; nil for none. An ID links a result with
// every call that has it, the name of a tool with the first call before it that has no result.
func (d *Document) NativeResults() []*transcript.Result {
	natives := d.Natives()
	list := make([]*transcript.Result, len(natives))
	open := map[resultKey][]int{}
	for i := range natives {
		c := &natives[i]
		key := resultKeyOf(c.Alone, c.ID, c.Tool)
		open[key] = append(open[key], i)
	}
	for i := range d.chunks {
		c := &d.chunks[i]
		for k := range c.File.Results {
			result := c.File.Results[k]
			if result.Start += c.start; result.Alone > 0 {
				result.Alone += c.start
			}
			key := resultKeyOf(result.Alone, result.Call, result.Tool)
			calls := open[key]
			if key.id == "" && len(calls) > 0 {
				if natives[calls[0]].Start > result.Start {
					continue
				}
				open[key], calls = calls[1:], calls[:1]
			} else {
				delete(open, key)
			}
			for _, call := range calls {
				list[call] = &result
			}
		}
	}
	return list
}

// TextCalls returns the calls in formats of other runtimes, by position.
func (d *Document) TextCalls() (list []TextCall) {
	if s := &d.sum.tally; s.Leaked == 0 && s.Formats == nil {
		return nil
	}
	for i := range d.chunks {
		c := &d.chunks[i]
		for _, t := range c.texts {
			if c.start > 0 {
				moved := *t.TextCall
				moved.Span, moved.Whole = at(moved.Span, c.start), at(moved.Whole, c.start)
				t.TextCall = &moved
			}
			list = append(list, t)
		}
	}
	return list
}
