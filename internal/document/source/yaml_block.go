package source

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// block adds the block scalar whose header starts at an offset.
func (y *yamlReader) block(value string, start int, relevant bool) {
	header := start + lineLen(y.text[start:])
	content := header + breakLen(y.text[header:])
	first, spaces := firstLine(y.text[content:])
	shown, own := firstLine(value)
	if shown == "" || first == "" {
		y.values = append(y.values, Span{start, header})
		return // it is empty
	}
	coding := &literal.YAMLBlock{Indent: max(0, spaces-own), LineEnd: y.text[header:content]}
	end := content
	for end < len(y.text) {
		line := y.text[end : end+lineLen(y.text[end:])]
		if n := leading(line); n < len(line) && n < coding.Indent {
			break
		}
		end += len(line)
		end += breakLen(y.text[end:])
	}
	y.values = append(y.values, Span{start, end})
	if !relevant {
		return
	}
	if y.text[start] == '|' {
		text := y.text[content:end]
		coding.First = leading(text[:min(len(text), coding.Indent)])
		from := content + coding.First
		to := from
		for range strings.Count(value, "\n") { // chomping removes more line ends from the text
			to += lineLen(y.text[to:end])
			to += breakLen(y.text[to:end])
		}
		if !strings.HasSuffix(value, "\n") {
			to += lineLen(y.text[to:end])
		}
		if text := literal.Decode(nil, y.text[from:to], from, coding); text.String() == value {
			y.found(text, value, start, end)
			return
		}
		// A last line of spaces has a line end that is not in the file.
	}
	y.aligned(value, start, end, content, end)
}

// firstLine returns the first non-blank line without its leading spaces, and their number.
func firstLine(text string) (line string, spaces int) {
	for text != "" {
		n := lineLen(text)
		if spaces = leading(text[:n]); spaces < n {
			return text[spaces:n], spaces
		}
		text = text[n+breakLen(text[n:]):]
	}
	return "", 0
}

// leading returns the number of spaces that a line starts with.
func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
