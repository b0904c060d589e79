package document

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxNesting bounds the nesting of quotes and lists that is examined. The Markdown
// parser recurses once per level, and visits every level for every blank line.
const maxNesting = 16

// simplify changes a text so that the Markdown parser, which takes about as long for each
// line, finds the same blocks in less time: lines that can only continue the block of the
// previous line are joined with it. It also turns container marks beyond maxNesting into
// text.
//
// After a line that starts with a letter, the open block is a paragraph, code, or HTML. The
// next line continues it if it is indented at least as much, and does not start with a mark
// that starts or ends a block. In HTML this does not apply if the previous line has a '>',
// which may end the block.
func simplify(src []byte) {
	joins, html := false, false // the previous line can be joined; there may be HTML
	var indented []byte         // by which it is indented
	for at := 0; at < len(src); {
		end := lineStop(src, at)
		line := src[at:end]
		indent := indentOf(line)
		if indent < len(line) && goesOn[line[indent]] {
			if joins && bytes.HasPrefix(line[:indent], indented) {
				src[at-1] = ' '
			} else {
				indented = line[:indent]
			}
			joins = !html || bytes.IndexByte(line, '>') < 0
		} else {
			joins = false
			html = flatten(line) || html
		}
		at = end + 1
	}
}

// lineStop returns the end of the line that contains an offset, without its line end.
func lineStop(src []byte, at int) int {
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// indentOf returns how many blanks and tabs a line starts with.
func indentOf(line []byte) int {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
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

// flatten turns container marks of a line beyond maxNesting into text. It reports whether
// the rest of the line may start a block of HTML.
func flatten(line []byte) bool {
	for marks := 0; len(line) > 0; {
		n := 1
		switch line[0] {
		case ' ', '\t':
		case '<':
			return true
		case '>':
			marks++
		default:
			// Eleven bytes hold the longest marker and the blank after it.
			n = marker(string(line[:min(11, len(line))]))
			marks++
		}
		if n == 0 {
			break
		}
		if marks > maxNesting {
			copy(line[:n], "xxxxxxxxxx")
		}
		line = line[n:]
	}
	return false
}

// blockParser reads block structure only. Code spans are found only in the few blocks
// that need them, see codeSpans: the inline parsers cost time on every paragraph, and
// more than linear time on some.
var blockParser = newBlockParser(
	paragraphs{parser.NewParagraphParser()},
	setextHeadings{parser.NewSetextHeadingParser()},
)

func newBlockParser(paragraphs, setextHeadings parser.BlockParser) parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(setextHeadings, 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(paragraphs, 1000),
	))
}

// The Markdown parser scans each character of a paragraph once more for inline markup,
// even if there are no inline parsers: half of its time. Therefore the lines of a
// complete paragraph are hidden from it, by truncating the list of lines; the elements
// stay after its end, up to endOfLines. A tight list, which converts its paragraphs to
// other blocks, copies the list with them.

// endOfLines terminates the hidden lines. It is never the position of a line.
var endOfLines = text.NewSegment(-1, -1)

func hideLines(block ast.Node) {
	lines := block.Lines()
	lines.Append(endOfLines)
	lines.SetSliced(0, 0)
}

func showLines(block ast.Node) {
	lines := block.Lines()
	if lines.Len() > 0 {
		return // not hidden
	}
	for n := 1; ; n++ {
		if lines.Sliced(0, n)[n-1] == endOfLines {
			lines.SetSliced(0, n-1)
			return
		}
	}
}

// parseBlocks returns the blocks of src. The lines of paragraphs and of the text
// of tight lists are hidden.
func parseBlocks(src []byte) ast.Node { return blockParser.Parse(text.NewReader(src)) }

// paragraphs hides the lines of each paragraph when it is complete.
type paragraphs struct{ parser.BlockParser }

func (p paragraphs) Close(node ast.Node, reader text.Reader, pc parser.Context) {
	p.BlockParser.Close(node, reader, pc)
	hideLines(node)
}

// setextHeadings restores the lines of a paragraph that turns out to be a heading.
type setextHeadings struct{ parser.BlockParser }

// titleKey is the context key of that paragraph.
var titleKey = parser.NewContextKey()

func (p setextHeadings) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		pc.Set(titleKey, pc.LastOpenedBlock().Node)
	}
	return node, state
}

func (p setextHeadings) Close(node ast.Node, reader text.Reader, pc parser.Context) {
	showLines(pc.Get(titleKey).(ast.Node))
	p.BlockParser.Close(node, reader, pc)
}
