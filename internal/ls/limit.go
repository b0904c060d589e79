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
	end, lines := 0, 0
	for end < len(text) && lines < l.lines && end < l.bytes {
		next := strings.IndexByte(text[end:], '\n') + 1
		if next == 0 {
			next = len(text) - end
		}
		end += next
		lines++
	}
	if end > l.bytes {
		if previous := strings.LastIndexByte(text[:l.bytes], '\n') + 1; previous > 0 {
			end = previous
		} else {
			for end = l.bytes; end > 0 && !utf8.RuneStart(text[end]); {
				end--
			}
		}
	}
	if end == len(text) {
		return text, ""
	}
	if more := strings.Count(strings.TrimSuffix(text[end:], "\n"), "\n") + 1; strings.HasSuffix(text[:end], "\n") {
		return text[:end], fmt.Sprintf("… %s more, %s bytes in all", thousands.Count(more, "line"), thousands.Separate(len(text)))
	}
	return text[:end], fmt.Sprintf("… %s more, %s in all", thousands.Count(len(text)-end, "byte"), thousands.Separate(len(text)))
}
