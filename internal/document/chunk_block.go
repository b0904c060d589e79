package document

import "strings"

// A blockScan finds the end of a chunk of a document.
type blockScan struct {
	chunkScan
	blocks  *blockReader
	blank   bool // whether the line before is blank
	ended   bool // whether the line before ends a call
	called  bool // whether there is a call in the chunk
	forge   bool // whether one has the shape of a call
	callEnd int  // of the last call
}

func (b *blockScan) run() {
	for b.line = b.start; b.line < len(b.text); {
		end := nextLine(b.text, b.line)
		if b.line > b.start && b.mayEnd(end) {
			break
		}
		b.blank = b.callEnd <= b.line && strings.Trim(b.text[b.line:end], " \t\r\n") == ""
		end = b.blocks.next(b.line, b.opener)
		b.ended = b.callEnd > b.line && b.callEnd <= end && strings.TrimSpace(b.text[b.callEnd:end]) == ""
		b.readComment(end)
		b.readPlaceholders(end)
		b.line = end
	}
	b.end = b.line
}

// mayEnd reports whether the chunk ends before the line, which ends at an offset.
func (b *blockScan) mayEnd(end int) bool {
	size, line := b.line-b.start, b.text[b.line:end]
	blocks := b.blocks
	if b.goesOn() || blocks.open == htmlBlock && b.line < blocks.until {
		return false
	}
	first, free, fenced, boxed := line[0], b.blank || b.ended, blocks.open == fencedCode, len(blocks.in) > 0
	switch {
	case size >= HugeChunk:
		return free || !fenced
	case fenced:
		return size >= LargeChunk && !boxed && free && !b.later()
	case b.blank && first > ' ' && strings.IndexByte(blockMarks, first) < 0 && !isComment(line):
		return b.large(b.start, b.line) && !b.later() && (first == '#' || !b.introduced())
	case b.ended && !boxed && blocks.open != indentedCode && (b.startsCall() || strings.TrimSpace(line) == ""):
		return b.large(b.start, b.line) && !b.later()
	}
	return size >= LargeChunk && first != ' ' && first != '\t' && (free || !boxed) && !b.later()
}

// blockMarks are the characters that may start a block of Markdown which goes on after a blank line; the last one may be of
// a byte order mark.
const blockMarks = ">-+*=_`~<|0123456789\x7f\xef"

// startsCall reports whether the line starts with a call.
func (b *blockScan) startsCall() bool {
	if _, ok := b.tag(b.line, b.line+1); !ok {
		return false
	}
	_, ok := b.tags.opener(b.start, b.Knows)
	return ok
}

// later reports whether the end of a call of the chunk may be after the line.
func (b *blockScan) later() bool { return b.called && b.endsLater(b.line) }

// introduced reports whether the paragraph that starts with the line has a tag: the one before it introduces that.
func (b *blockScan) introduced() bool {
	t, ok := b.tag(b.line, min(len(b.text), b.line+farTag))
	paragraph := b.text[b.line:max(b.line, t.end)]
	return ok && !strings.Contains(paragraph, "\n\n") && !strings.Contains(paragraph, "\n\r\n")
}

// opener returns the first opener of a call with an end tag that starts from one offset on and before another.
func (b *blockScan) opener(from, to int) *opener {
	for t, ok := b.tag(max(from, b.callEnd), to); ok; t, ok = b.tag(max(t.end, b.callEnd), to) {
		o, opens := b.tags.opener(b.start, b.Knows)
		if !opens {
			continue
		}
		b.called, b.forge = true, b.forge || o.miss == noMiss
		if o.close >= 0 {
			b.callEnd = o.blockEnd
			b.until = max(b.until, nextLine(b.text, o.blockEnd-1))
			return &o
		}
		if end := b.endOfOpen(&o); b.blocks.open != fencedCode {
			b.until = max(b.until, end)
		}
	}
	return nil
}

// readComment reads the HTML comments that start on a line: one may end far away, or nowhere.
func (b *blockScan) readComment(end int) {
	from := max(b.line, b.callEnd)
	for at := from; at < end; {
		start := b.comment.before(at, end)
		if start < 0 || b.blocks.open == fencedCode || strings.Count(b.text[from:start], "`")%2 == 1 {
			return
		}
		to := b.endOf.next(start + len("<!--"))
		if to < 0 {
			b.tags.look(len(b.text))
			return
		}
		at = to + len("-->")
		b.until = max(b.until, nextLine(b.text, at-1))
	}
}

// readPlaceholders reads the placeholders of a template that start on a line.
func (b *blockScan) readPlaceholders(end int) {
	for at := nextBrace(b.text[:end], b.line); at >= 0; at = nextBrace(b.text[:end], at+1) {
		n := scanPlaceholder(b.text[at:])
		if n == 0 {
			continue
		}
		if raw().MatchString(b.text[at : at+n]) {
			far := min(len(b.text), at+LargeChunk)
			b.tags.look(far)
			if end := endRaw().FindStringIndex(b.text[at+n : far]); end != nil {
				n += end[1]
			}
		}
		if at+n > end {
			b.until = max(b.until, nextLine(b.text, at+n-1))
		}
	}
}

// headings returns the headings outside of quotes and lists.
func (b *blockScan) headings() (list []Heading) {
	for i := range b.blocks.leaves {
		if l := &b.blocks.leaves[i]; l.level > 0 && l.box < 0 {
			list = append(list, headingOf(b.text[l.start:l.end], l.level))
		}
	}
	return list
}
