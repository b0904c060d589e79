package document

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

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
