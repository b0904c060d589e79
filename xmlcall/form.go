package xmlcall

import "strings"

// parseUnclosed parses a block whose <tool> no </tool> follows.
func parseUnclosed(text string, offset int) *Block {
	from := offset + len(toolOpen)
	b := &Block{Text: text, Span: Span{offset, len(text)}, reach: len(text)} // a </tool> anywhere would end it
	if n := strings.Index(b.Text[from:], toolOpen); n >= 0 {
		b.Span.End = from + n
	}
	b.Form = Unclosed
	// "<tool>…</Tool>": the end tag is there, only not as the runtime wants it.
	if end := looseToolEnd(b.Text[:b.Span.End], from); end >= 0 {
		b.Span.End = end
		recoverBlock(b)
	} else {
		recoverUnclosed(b)
	}
	b.refuse("no </tool> follows: the live runtime supplies it at the end of the reply, other readers see no call")
	return b
}

// recoverUnclosed reads a block without an end tag. One that is complete but
// for the tag ends there, so that the prose behind it is not taken for a part
// of the call.
func recoverUnclosed(b *Block) {
	read := func() {
		r := &recoverer{p: newBuilder(b), unclosed: true}
		r.lex()
		r.match()
		r.write()
	}
	read()
	for _, p := range b.Problems {
		if p.Kind == UnclosedCall && p.Certain && p.At < b.Span.End {
			b.Span.End = p.At
			read()
			return
		}
	}
}

// parseUnrecognized parses a block that starts with a tag that was meant to
// be <tool>. It ends at the next tag that is, or was meant to be, </tool>.
// Where there is no such tag it returns an empty block.
func parseUnrecognized(text string, offset int) *Block {
	b := &Block{Text: text, Span: Span{offset, len(text)}}
	b.Form = Unrecognized
	t, ok := looseToolStart(text, offset)
	if !ok {
		b.Span.End = offset
		b.refuse("there is no <tool> at this offset")
		return b
	}
	if n := strings.Index(b.Text[t.end:], toolOpen); n >= 0 {
		b.Span.End = t.end + n
	}
	b.reach = min(b.Span.End+len(toolOpen), len(text))
	end := looseToolEnd(b.Text[:b.Span.End], t.end)
	if end >= 0 {
		b.Span.End = end
	}
	r := &recoverer{p: newBuilder(b), unclosed: end < 0, opener: t}
	r.lex()
	r.match()
	root := &r.items[0]
	problem := problemAt(UnrecognizedTag, root.span)
	problem.Want = toolOpen
	problem.Certain = true
	root.problems = []Problem{problem} // whatever else is wrong with the tag goes with it
	r.write()
	b.refuse("the runtime looks for the literal characters <tool> and sees no call here")
	return b
}

// refuse sets the verdict of a block that the runtime does not see.
func (b *Block) refuse(reason string) {
	b.verdict = Verdict{Refused, false, reason, -1}
	sortProblems(b)
}

// looseToolStart reads a tag that was meant to be <tool>: the name in any case,
// and anything but a '<' up to the '>'.
func looseToolStart(s string, i int) (t tag, ok bool) {
	name := Span{i + 1, i + 1 + len("tool")}
	if name.End >= len(s) || s[i] != '<' || !strings.EqualFold(s[name.Start:name.End], "tool") || isNameByte(s[name.End]) {
		return tag{}, false
	}
	n := strings.IndexAny(s[name.End:], "<>")
	if n < 0 || s[name.End+n] == '<' {
		return tag{}, false
	}
	return tag{name: name, end: name.End + n + 1}, true
}

// looseToolEnd returns the offset behind the first tag at or after from that
// is, or was meant to be, </tool>: in any case, with white space before the
// '>'. One that stands first on its line or behind a tag goes before one in the
// middle of text. It returns -1 where there is none.
func looseToolEnd(s string, from int) int {
	firstEnd := -1
	for i := from; ; i += 2 {
		n := strings.Index(s[i:], "</")
		if n < 0 {
			return firstEnd
		}
		i += n
		end := i + len("</tool")
		if end >= len(s) || !strings.EqualFold(s[i+2:end], "tool") {
			continue
		}
		if end = skipSpace(s, end); end == len(s) || s[end] != '>' {
			continue
		}
		// One behind other text is more likely part of a value.
		before := strings.TrimRight(s[from:i], " \t")
		if before == "" || strings.HasSuffix(before, ">") || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r") {
			return end + 1
		}
		if firstEnd < 0 {
			firstEnd = end + 1
		}
	}
}
