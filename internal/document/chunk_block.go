package document

import (
	"strings"
	"unicode"
)

// A blockScan finds the end of a chunk of a document: its lines in order, as the tokenizer of an editor reads them.
type blockScan struct {
	*Scanner
	start, end, far int
	headings        []Heading

	line    int // the start of the line
	fence   fenceMark
	inList  bool // whether the code block is in a list
	inQuote bool // whether it is in a quote
	html    bool // whether a block of HTML is open that a blank line ends
	boxed   bool // whether a list or quote is open
	item    int  // columns before the content of its items
	blank   bool // whether the line before is blank
	code    bool // whether the line before is of a fenced code block
	plain   int  // start of the paragraph that the line before is in, -1 for none
	ended   bool // whether the line before ends a call
	called  bool // whether there is a call in the chunk
	forge   bool // whether one has the shape of a call
	deep    bool // whether the last call is in an indented code block
	callEnd int  // of the last call
	until   int  // before this there is no end
	skip    int  // lines before this are the content of a call or comment
}

func (b *blockScan) run() {
	b.plain = -1
	for b.line = b.start; b.line < len(b.text); {
		end := nextLine(b.text, b.line)
		if b.line > b.start && b.mayEnd(end) {
			break
		}
		b.read(b.text[b.line:end])
		b.line = end
	}
	b.end = b.line
}

// look records that the text up to an offset was examined.
func (b *blockScan) look(to int) { b.far = max(b.far, to) }

// mayEnd reports whether the chunk ends before the line, which ends at an offset.
func (b *blockScan) mayEnd(end int) bool {
	size, line := b.line-b.start, b.text[b.line:end]
	if size < MinChunk/2 || b.line < b.until || b.line < b.skip || strings.HasPrefix(line, bom) {
		return false
	}
	inside, far := b.inTag(b.start, b.line)
	b.look(max(end, far))
	if inside {
		return false
	}
	first, free := line[0], b.blank || b.ended
	switch {
	case size >= HugeChunk:
		return free || b.fence.size == 0
	case b.fence.size > 0:
		return size >= LargeChunk && !b.inList && !b.inQuote && free && !b.later()
	case b.blank && (first == '#' || goesOn[first]) && !isComment(line):
		return b.large(b.start, b.line) && !b.later() && (first == '#' || !b.introduced())
	case b.ended && !b.boxed && !b.deep && (b.startsCall() || strings.TrimSpace(line) == ""):
		return b.large(b.start, b.line) && !b.later()
	}
	return size >= LargeChunk && first != ' ' && first != '\t' && (free || !b.boxed) && !b.later()
}

// goesOn is the set of characters that neither start nor end a block of Markdown.
var goesOn = func() (is [256]bool) {
	for c := range is {
		is[c] = c > ' '
	}
	for _, c := range []byte("#>-+*=_`~<|0123456789\x7f\xef") { // the last may start a byte order mark
		is[c] = false
	}
	return is
}()

// startsCall reports whether the line starts with a call.
func (b *blockScan) startsCall() bool {
	if t, ok := b.tag(b.line); !ok || t.start != b.line {
		return false
	}
	_, reach, ok := b.tags.opener(b.cdata, b.start, b.Knows)
	b.look(reach)
	return ok
}

// later reports whether the end of a call of the chunk may be after the line.
func (b *blockScan) later() bool {
	if !b.called {
		return false
	}
	ends, far := b.endsLater(b.line)
	b.look(far)
	return ends
}

// introduced reports whether the paragraph that starts with the line has a tag: the one before it introduces that.
func (b *blockScan) introduced() bool {
	far := min(len(b.text), b.line+farTag)
	if t, ok := b.tag(b.line); ok && t.start < far {
		far = t.end
	}
	paragraph := b.text[b.line:far]
	if n := strings.Index(paragraph, "\n\n"); n >= 0 {
		paragraph = paragraph[:n]
	}
	if n := strings.Index(paragraph, "\n\r\n"); n >= 0 {
		paragraph = paragraph[:n]
	}
	b.look(b.line + len(paragraph) + 2)
	return strings.HasSuffix(paragraph, ">") && len(paragraph) == far-b.line && far < b.line+farTag
}

// read reads a line.
func (b *blockScan) read(line string) {
	end := b.line + len(line)
	inside := b.line < b.skip // of a call or comment
	b.readTags(end)
	b.readComment(end)
	b.readPlaceholders(end)
	b.ended = b.callEnd > b.line && b.callEnd <= end && strings.TrimSpace(b.text[b.callEnd:end]) == ""
	c := column{line: line}
	indent, head := c.indent(), strings.Trim(line, " \t\r\n")
	wasBlank, wasPlain := b.blank || b.code, b.plain
	b.code = false
	if b.blank, b.plain = head == "" && !inside, -1; inside {
		return
	}
	if b.html = b.html && head != ""; b.html {
		return
	}
	if b.fence.size == 0 && head != "" {
		b.readMarker(head, indent, wasBlank)
	}
	switch {
	case b.skip > b.line || head == "" && b.fence.size == 0:
	case b.readFence(head, indent):
		b.code = true
	case head == "":
	case head[0] == '<' && indent < 4:
		b.html = !b.readMarkup(head) && !b.boxed && startsHTML(head, wasBlank)
	case indent < 4 && !b.boxed:
		b.readHeading(head, wasPlain)
	}
}

// readMarker reads a line that may start or end a list or quote.
func (b *blockScan) readMarker(head string, indent int, wasBlank bool) {
	switch n := marker(head + " "); {
	case head[0] == '>' && indent < 4:
		b.boxed, b.item = true, maxItem // whatever is indented is not in it
	case n > 0 && indent < 4 && (!b.boxed || indent < b.item):
		b.boxed, b.item = true, indent+n+1
	case head[0] == '>', n > 0, indent >= b.item:
	case wasBlank || strings.IndexByte("#`~", head[0]) >= 0 || strings.HasPrefix(head, "<!") || startsHTML(head, false): // it continues no paragraph in the list or quote
		b.boxed = false
	}
}

// readTags reads the tags that start before the end of a line.
func (b *blockScan) readTags(end int) {
	for t, ok := b.tag(max(b.line, b.callEnd)); ok && t.start < end; t, ok = b.tag(max(t.end, b.callEnd)) {
		o, reach, opens := b.tags.opener(b.cdata, b.start, b.Knows)
		if b.look(reach); !opens {
			continue
		}
		b.called, b.forge = true, b.forge || o.miss == noMiss
		if o.close < 0 {
			to, far := b.endOfOpen(&o)
			if b.look(far); b.fence.size == 0 {
				b.until = max(b.until, to)
			}
			continue
		}
		b.callEnd = o.blockEnd
		b.deep = strings.HasPrefix(b.text[b.line:], "    ") || strings.HasPrefix(b.text[b.line:], "\t")
		b.until = max(b.until, nextLine(b.text, o.blockEnd-1))
		b.fences.open = b.fence
		if isAloneOnLine(b.text, o) && closesCall(b.text, o.close) && !b.fences.cut(o.start, o.close) {
			b.skip = max(b.skip, o.blockEnd)
		}
	}
}

// readComment reads the HTML comments that start on a line: one may end far away, or nowhere.
func (b *blockScan) readComment(end int) {
	for at := max(b.line, b.skip); at < end; {
		start := b.comment.before(at, end)
		if start < 0 || b.fence.size > 0 || strings.Count(b.text[b.line:start], "`")%2 == 1 {
			return
		}
		to := b.endOf.next(start + len("<!--"))
		if to < 0 {
			b.look(len(b.text))
			return
		}
		at = to + len("-->")
		b.until = max(b.until, nextLine(b.text, at-1))
		if startsLine(b.text, start) && at > end {
			b.skip = max(b.skip, at)
		}
	}
}

// readPlaceholders reads the placeholders of a template that start on a line.
func (b *blockScan) readPlaceholders(end int) {
	for at := b.brace.before(b.line, end); at >= 0; at = b.brace.before(at+1, end) {
		if at+1 == len(b.text) || strings.IndexByte("{%#", b.text[at+1]) < 0 {
			continue
		}
		n := scanPlaceholder(b.text[at:])
		if b.look(min(len(b.text), at+maxPlaceholder)); n == 0 {
			continue
		}
		if isTag(b.text[at:at+n], "raw") {
			far := min(len(b.text), at+LargeChunk)
			b.look(far)
			raw := rawEnds{word: finder{text: b.text[:far], want: "endraw"}}
			if last, ok := raw.next(at + n); ok {
				n = last.End - at
			}
		}
		if at+n > end {
			b.until = max(b.until, nextLine(b.text, at+n-1))
		}
	}
}

// maxItem is more columns than are before the content of an item.
const maxItem = 1 << 20

// readFence reads a line in a code block, or one that starts one.
func (b *blockScan) readFence(head string, indent int) (isCode bool) {
	if b.fence.size > 0 && (b.inList && head != "" && indent < b.item || b.inQuote && !strings.HasPrefix(head, ">")) {
		b.fence, b.boxed = fenceMark{}, false // the list or quote ends
		if head != "" {
			b.readMarker(head, indent, false)
		}
	}
	inner := head
	if b.inQuote || b.fence.size == 0 {
		inner = strings.TrimLeft(head, "> \t")
	}
	if b.fence.size == 0 && b.boxed {
		for n := marker(inner); n > 0; n = marker(inner) {
			inner = strings.TrimLeft(inner[n:], " \t")
		}
	}
	f := fenceMark{}
	if inner != "" && (inner[0] == '`' || inner[0] == '~') {
		f = fenceMark{char: inner[0], size: len(inner) - len(strings.TrimLeft(inner, inner[:1]))}
	}
	switch rest := inner[f.size:]; {
	case b.fence.size > 0:
		if f.char == b.fence.char && f.size >= b.fence.size && rest == "" && (indent < 4 || b.inList) {
			b.fence = fenceMark{}
		}
		return true
	case f.size < 3 || f.char == '`' && strings.Contains(rest, "`") || indent >= 4 && !b.boxed:
		return false
	}
	b.fence, b.inQuote = f, head[0] == '>'
	b.inList = !b.inQuote && b.boxed && (len(inner) < len(head) || indent >= b.item)
	return true
}

// markup are the starts of blocks of HTML that blank lines do not end, in lower case, and their ends.
var markup = [...][2]string{
	{"<script", "</script>"}, {"<pre", "</pre>"}, {"<style", "</style>"}, {"<textarea", "</textarea>"}, {"<?", "?>"}, {"<![cdata[", "]]>"}, {"<!", ">"},
}

// readMarkup reads a line that starts with a tag. It reports whether that starts a block that blank lines do not end.
func (b *blockScan) readMarkup(head string) bool {
	start := strings.ToLower(head[:min(len(head), len("<textarea"))])
	for _, m := range markup {
		if !strings.HasPrefix(start, m[0]) || strings.HasPrefix(start, "<!-") {
			continue
		}
		far := min(len(b.text), b.line+LargeChunk)
		b.look(far)
		if n := strings.Index(b.text[b.line:far], m[1]); n >= 0 {
			b.until = max(b.until, nextLine(b.text, b.line+n))
			b.skip = max(b.skip, min(b.until, b.line+n))
		}
		return true
	}
	return false
}

// blocks are the elements of HTML that start a block whatever is after their tags.
const blocks = " address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
	"head header hr html iframe legend li link main menu nav ol optgroup option p section summary table tbody td tfoot th thead title tr ul "

// startsHTML reports whether a line starts a block of HTML that ends at a blank line.
func startsHTML(head string, afterBlank bool) bool {
	tag, ok := strings.CutPrefix(head, "<")
	tag = strings.TrimPrefix(tag, "/")
	n := strings.IndexFunc(tag, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' })
	if !ok || n == 0 || tag == "" || n > 0 && tag[n] == '_' { // HTML has no such names
		return false
	}
	if n < 0 {
		n = len(tag)
	}
	return strings.Contains(blocks, " "+strings.ToLower(tag[:n])+" ") || afterBlank && strings.IndexByte(tag, '>') == len(tag)-1
}

// readHeading reads a line that may be a heading, or turn the paragraph before it into one.
func (b *blockScan) readHeading(head string, paragraph int) {
	level := 0
	switch {
	case head[0] == '#':
		if level = len(head) - len(strings.TrimLeft(head, "#")); level > 6 || len(head) > level && head[level] != ' ' && head[level] != '\t' {
			b.plain = b.line
			return
		}
	case paragraph >= 0 && strings.Trim(head, "=") == "":
		level, head = 1, b.text[paragraph:b.line]
	case paragraph >= 0 && strings.Trim(head, "-") == "":
		level, head = 2, b.text[paragraph:b.line]
	default:
		if b.plain = paragraph; paragraph < 0 {
			b.plain = b.line
		}
		return
	}
	b.headings = append(b.headings, Heading{level, under("", head, level)})
}
