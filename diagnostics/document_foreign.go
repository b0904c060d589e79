package diagnostics

// Natives returns the native calls of the document, by position, each with its result. The places of their names and
// arguments are those in their chunks.
func (d *Document) Natives() []NativeCall {
	if d.sum.tally.Native == 0 {
		return nil
	}
	list := make([]NativeCall, 0, d.sum.tally.Native)
	for i := range d.chunks {
		c := &d.chunks[i]
		for _, n := range c.natives {
			call := *n.Call
			call.Start, call.End, call.Alone = call.Start+c.start, call.End+c.start, c.alone(call.Alone)
			n.Call = &call
			list = append(list, n)
		}
	}
	d.addResults(list)
	return list
}

// alone returns where a container of a native call and its result starts in the text, 0 for none.
func (c *chunk) alone(at int) int {
	if at == 0 {
		return 0
	}
	return at + c.start
}

// addResults gives native calls their results. An ID links a result with every call that has it, the name of a tool with
// the first call before it that has no result.
func (d *Document) addResults(natives []NativeCall) {
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
			result.Start, result.Alone = result.Start+c.start, c.alone(result.Alone)
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
				natives[call].Result = &result
			}
		}
	}
}

// TextCalls returns the calls in formats of other runtimes, by position. The caller owns them.
func (d *Document) TextCalls() (list []TextCall) {
	if s := &d.sum.tally; s.Leaked == 0 && s.Formats == nil {
		return nil
	}
	for i := range d.chunks {
		c := &d.chunks[i]
		for _, t := range c.texts {
			moved := *t.TextCall
			moved.Span, moved.Whole = at(moved.Span, c.start), at(moved.Whole, c.start)
			t.TextCall = &moved
			list = append(list, t)
		}
	}
	return list
}
