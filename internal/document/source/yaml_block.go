package source

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A yamlBlock is a block scalar of YAML.
type yamlBlock struct {
	coding  literal.YAMLBlock
	folded  bool
	content int // start of its first line
}

// block adds the block scalar whose header starts at an offset.
func (y *yamlReader) block(value string, start int, relevant bool) {
	b, header := y.header(start)
	first, spaces := firstLine(y.text[b.content:])
	shown, own := firstLine(value)
	if shown == "" || first == "" {
		y.values = append(y.values, Span{start, header})
		return // it is empty
	}
	b.coding.Indent = max(0, spaces-own)
	end := b.content
	for end < len(y.text) {
		line := y.text[end : end+lineLen(y.text[end:])]
		if content := strings.TrimLeft(line, " "); content != "" && len(line)-len(content) < b.coding.Indent {
			break
		}
		end += len(line)
		end += breakLen(y.text[end:])
	}
	y.values = append(y.values, Span{start, end})
	switch {
	case !relevant:
	case b.folded:
		y.aligned(value, start, end, b.content, end)
	default:
		y.literal(b, value, start, end)
	}
}

// header reads the header of a block scalar, and returns its end.
func (y *yamlReader) header(start int) (b *yamlBlock, end int) {
	end = start + lineLen(y.text[start:])
	b = &yamlBlock{folded: y.text[start] == '>'}
	b.content = end + breakLen(y.text[end:])
	b.coding.LineEnd = y.text[end:b.content]
	return b, end
}

// firstLine returns the first non-blank line without its leading spaces, and their number.
func firstLine(text string) (line string, spaces int) {
	for text != "" {
		n := lineLen(text)
		if line = strings.TrimLeft(text[:n], " "); line != "" {
			return line, n - len(line)
		}
		text = text[n+breakLen(text[n:]):]
	}
	return "", 0
}

// indented returns the number of spaces of the indentation that a line has.
func (b *yamlBlock) indented(line string) int {
	line = line[:min(len(line), b.coding.Indent)]
	return len(line) - len(strings.TrimLeft(line, " "))
}

// literal adds a literal block scalar whose lines end at an offset.
func (y *yamlReader) literal(b *yamlBlock, value string, start, end int) {
	b.coding.First = b.indented(y.text[b.content:end])
	from := b.content + b.coding.First
	to := end
	// The line ends that chomping removes are not part of the text.
	lines := strings.Count(value, "\n")
	at := from
	for range lines {
		if at += lineLen(y.text[at:end]); at == end {
			break
		}
		at += breakLen(y.text[at:end])
	}
	switch {
	case strings.HasSuffix(value, "\n"):
		to = at
	case at < end:
		to = at + lineLen(y.text[at:end])
	}
	if text := literal.Decode(nil, y.text[from:to], from, &b.coding); text.String() == value {
		y.found(text, value, start, end)
	} else { // a last line of spaces has a line end that is not in the file
		y.aligned(value, start, end, b.content, end)
	}
}
