package document

import "bytes"

// maxNesting bounds the quotes and lists inside one another that are looked
// at. The Markdown parser recurses once per level, and visits every level for
// every blank line.
const maxNesting = 16

// simplify changes a text so that the Markdown parser, which takes about as long for each
// line, finds the same blocks in less time: lines that can only go on with the block of the
// line before become one with it. It also makes text of the container marks that a line has
// beyond maxNesting.
//
// After a line that starts with a letter, the block that is open is a paragraph, code, or HTML.
// The next line goes on with it if it is indented as much, or more, and starts with no mark of
// a block, or of the end of one. In HTML that is so unless the line before has a '>', which may
// be the end of the block.
func simplify(src []byte) {
	joins, html := false, false // the line before can be joined; there may be HTML
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

// lineStop returns where the line ends that has an offset: before its line end.
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

// goesOn tells which characters start no block of Markdown and end none.
var goesOn = func() (is [256]bool) {
	for c := range is {
		is[c] = c > ' '
	}
	for _, c := range []byte("#>-+*=_`~<|0123456789\x7f\xef") { // the last may start a byte order mark
		is[c] = false
	}
	return is
}()

// flatten makes text of the container marks that a line has beyond maxNesting. It reports
// whether the rest of the line may start a block of HTML.
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
