package document

import (
	"bytes"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// maxNesting bounds the nesting of quotes and lists that is examined. The Markdown
// parser recurses once per level, and visits every level for every blank line.
const maxNesting = 16

// flatten turns the container marks beyond maxNesting of each line of a text into text.
func flatten(src []byte) {
	for at := 0; at < len(src); {
		end := at + lineLen(src[at:])
		flattenLine(src[at:end])
		at = end + 1
	}
}

// lineLen returns the length of the first line of a text, without its line end.
func lineLen(src []byte) int {
	if n := bytes.IndexByte(src, '\n'); n >= 0 {
		return n
	}
	return len(src)
}

// flattenLine turns container marks of a line beyond maxNesting into text.
func flattenLine(line []byte) {
	for marks := 0; len(line) > 0; {
		n := 1
		switch line[0] {
		case ' ', '\t':
		case '>':
			marks++
		default:
			// Eleven bytes hold the longest marker and the blank after it.
			n = marker(string(line[:min(11, len(line))]))
			marks++
		}
		if n == 0 {
			return
		}
		if marks > maxNesting {
			copy(line[:n], "xxxxxxxxxx")
		}
		line = line[n:]
	}
}

// blockParser reads block structure only. Code spans are found only in the few blocks
// that need them, see codeSpans: the inline parsers cost time on every paragraph, and
// more than linear time on some.
var blockParser = parser.NewParser(parser.WithBlockParsers(
	util.Prioritized(parser.NewSetextHeadingParser(), 100),
	util.Prioritized(parser.NewThematicBreakParser(), 200),
	util.Prioritized(parser.NewListParser(), 300),
	util.Prioritized(parser.NewListItemParser(), 400),
	util.Prioritized(parser.NewCodeBlockParser(), 500),
	util.Prioritized(parser.NewATXHeadingParser(), 600),
	util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
	util.Prioritized(parser.NewBlockquoteParser(), 800),
	util.Prioritized(parser.NewHTMLBlockParser(), 900),
	util.Prioritized(parser.NewParagraphParser(), 1000),
))
