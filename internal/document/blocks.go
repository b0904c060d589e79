package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxNesting bounds the nesting of quotes and lists that is examined: deeper marks are text.
const maxNesting = 16

// A blockReader reads the lines of a Markdown text in order, as CommonMark does, except that a call is one word, and that a
// block of HTML whose end is not near ends at a blank line. It is what both the chunks of a document and its calls are
// read with. A module that reads Markdown cannot say line by line what is open.
type blockReader struct {
	text string
	outline
	masked []xmlcall.Span // the calls that are one word, by position

	in     []int          // the boxes that are open, the innermost last
	open   leafKind       // of the last leaf, if it is open
	fence  markdown.Fence // of the code block that is open
	until  int            // the end of the block of HTML that is open, -1 for the next blank line
	fences *fences
	ends   [len(markup)]finder
	far    int // how far the text was examined for the end of HTML
}

// newBlockReader returns a reader of a text from an offset on, where a code block may be open.
func newBlockReader(text string, at int, fence markdown.Fence) *blockReader {
	b := &blockReader{text: text, fence: fence, fences: newFences(text)}
	for i := range b.ends {
		b.ends[i] = finder{text: text, want: markup[i][1]}
	}
	if fence.Size > 0 {
		b.open = fencedCode
		b.leaves = []leaf{{start: at, end: at, body: at, kind: fencedCode, box: -1}}
	}
	return b
}

// blocksOf reads a text with openers, at whose start a code block may be open.
func blocksOf(text string, openers []opener, fence markdown.Fence) *blockReader {
	b := newBlockReader(text, 0, fence)
	next := func(from, to int) *opener {
		for len(openers) > 0 && openers[0].start < from {
			openers = openers[1:]
		}
		if len(openers) == 0 || openers[0].start >= to {
			return nil
		}
		return &openers[0]
	}
	for at := 0; at < len(text); {
		at = b.next(at, next)
	}
	return b
}

// next reads the line that starts at an offset, up to the end of the line in which its last call ends, and returns
// that. opener returns the first opener that starts from one offset on and before another, or nil.
//
// A call is one word, so that fences, blank lines, backticks and quote marks in its content cannot be taken for the
// document's own. The alternative, correcting the result afterwards, would have to undo the effect of one stray fence
// on the whole rest of the file.
func (b *blockReader) next(at int, opener func(from, to int) *opener) (end int) {
	end = nextLine(b.text, at)
	line := b.text[at:end]
	for from := at; ; {
		o := opener(from, end)
		if o == nil {
			break
		}
		if from = o.end; !b.isWord(o, b.text[at:end]) {
			continue
		}
		from = o.blockEnd
		b.masked = append(b.masked, o.block())
		line = line[:len(line)-(end-o.start)] + "x"
		end = nextLine(b.text, from-1)
		line += b.text[from:end]
	}
	if at == 0 {
		line = strings.TrimPrefix(line, bom)
	}
	b.read(at, end, line)
	return end
}

// isWord reports whether a call that an opener on a line starts is read as one word: the opener is first or last on its
// line, as one in the middle is a mention more often; its </tool> is first on its line or after a tag, a CDATA section or a
// JSON object, and not mentioned after a call that has no end; and no fence cuts it.
func (b *blockReader) isWord(o *opener, line string) bool {
	if o.close < 0 {
		return false
	}
	after := strings.TrimLeft(b.text[o.end:min(o.end+256, len(b.text))], " \t\r")
	before := strings.TrimRight(b.text[max(0, o.close-256):o.close], " \t\r\n")
	switch {
	case !startsLine(b.text, o.start) && after != "" && after[0] != '\n',
		!startsLine(b.text, o.close) && !strings.HasSuffix(before, ">") && !strings.HasSuffix(before, "}"):
		return false
	}
	fenced := b.open == fencedCode && b.match(&column{line: line}) == len(b.in)
	return !fenced || !b.fences.cut(b.fence, o.start, o.close)
}

// match moves c over what the open boxes put before a line, and returns how many of them it is in.
func (b *blockReader) match(c *column) (n int) {
	for ; n < len(b.in); n++ {
		inner, box := *c, &b.boxes[b.in[n]]
		if c.empty() && box.start < 0 || !box.strip(&inner, false) {
			break
		}
		*c = inner
	}
	return n
}

// read reads a line.
func (b *blockReader) read(start, end int, line string) {
	c := &column{line: line}
	depth := b.match(c)
	same := depth == len(b.in) // whether it is in all boxes that are open
	switch {
	case same && b.open == fencedCode:
		f, info := markdown.FenceOf(c.rest())
		if f.Ends(b.fence, info) && c.indent() < 4 {
			b.open, b.fence = noLeaf, markdown.Fence{}
		} else {
			b.extend(end)
		}
		return
	case same && b.open == htmlBlock && !(b.until < 0 && c.empty()):
		if b.extend(end); b.until >= 0 && b.until <= end {
			b.open = noLeaf
		}
		return
	case b.open == indentedCode && same, b.open == paragraph:
	default:
		b.open, b.fence = noLeaf, markdown.Fence{}
	}
	for depth < maxNesting {
		inner, ok := boxAt(c, same && b.open == paragraph)
		if !ok {
			break
		}
		if b.in = b.in[:depth]; depth > 0 {
			inner.parent = b.in[depth-1]
		}
		b.in, b.boxes = append(b.in, len(b.boxes)), append(b.boxes, inner)
		depth++
		b.open, same = noLeaf, true
	}
	b.readLeaf(c, depth, start, end)
}

// readLeaf reads the rest of a line in some of the open boxes, unless it is in a code block with a fence or in HTML.
func (b *blockReader) readLeaf(c *column, depth, start, end int) {
	indent, head := c.indent(), c.rest()
	goesOn := b.open == paragraph
	if head == "" || goesOn && indent >= 4 {
		if goesOn && head != "" {
			b.extend(end)
		} else if b.in = b.in[:depth]; goesOn {
			b.open = noLeaf
		}
		return
	}
	l := leaf{start: start, end: end, body: start, kind: paragraph}
	f, ended := markdown.Fence{}, false
	switch {
	case indent >= 4:
		if b.open == indentedCode {
			b.extend(end)
			return
		}
		l.kind, l.indent = indentedCode, 4
	case goesOn && depth == len(b.in) && strings.Trim(head, head[:1]) == "" && strings.IndexByte("=-", head[0]) >= 0:
		b.open = noLeaf
		b.leaves[len(b.leaves)-1].level = 1 + strings.IndexByte("=-", head[0])
		return
	case isRule(head):
		b.in, b.open = b.in[:depth], noLeaf
		return
	default:
		if l.level = headingLevel(head); l.level > 0 {
			ended = true
			break
		}
		var info string
		if f, info = markdown.FenceOf(head); f.Size > 0 {
			l.kind, l.body, l.indent, l.diagram = fencedCode, end, indent, isDiagram(info)
			break
		}
		of, isHTML := startsHTML(head, goesOn)
		switch {
		case isHTML:
			l.kind, b.until = htmlBlock, b.endOfHTML(of, start)
			ended = b.until >= 0 && b.until <= end
		case goesOn:
			b.extend(end)
			return
		}
	}
	if b.in, b.open, b.fence = b.in[:depth], l.kind, f; ended {
		b.open = noLeaf
	}
	l.box = -1
	if depth > 0 {
		l.box = b.in[depth-1]
	}
	b.leaves = append(b.leaves, l)
	for i := l.box; i >= 0 && b.boxes[i].start < 0; i = b.boxes[i].parent {
		b.boxes[i].start = start
	}
	b.extend(end)
}

// endOfHTML returns where a block of HTML that starts at an offset ends, by what of markup it is: -1 for a blank line.
func (b *blockReader) endOfHTML(of, start int) int {
	if of < 0 {
		return -1
	}
	far := min(len(b.text), start+LargeChunk)
	b.far = max(b.far, far)
	at := b.ends[of].before(start, far)
	if at < 0 {
		return -1
	}
	return at + len(markup[of][1])
}

// extend makes a line that ends at an offset one of the last leaf.
func (b *blockReader) extend(end int) {
	l := &b.leaves[len(b.leaves)-1]
	l.end = end
	for i := l.box; i >= 0; i = b.boxes[i].parent {
		b.boxes[i].end = end
	}
}
