package ls

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A limit bounds the part of a value that is shown.
type limit struct{ lines, bytes int }

var (
	// inHover fits into a window beside the text.
	inHover = limit{24, 2000}
	// inDocument is as much as a person may want to read of a value.
	inDocument = limit{2000, 64 << 10}
)

// cut returns as much of a text as the limit allows, up to the end of a line if it has
// several, and a description of how much more there is, or "".
func (l limit) cut(text string) (shown, rest string) {
	shown = text[:min(len(text), l.bytes)]
	if lines := strings.SplitAfterN(shown, "\n", l.lines+1); len(lines) > l.lines {
		shown = shown[:len(shown)-len(lines[l.lines])]
	}
	if shown == text {
		return text, ""
	}
	if lines := strings.LastIndexByte(shown, '\n') + 1; lines > 0 {
		more := strings.Count(strings.TrimSuffix(text[lines:], "\n"), "\n") + 1
		return text[:lines], fmt.Sprintf("… %s more, %s bytes in all", thousands.Count(more, "line"), thousands.Separate(len(text)))
	}
	end := len(shown)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], fmt.Sprintf("… %s more, %s in all", thousands.Count(len(text)-end, "byte"), thousands.Separate(len(text)))
}
