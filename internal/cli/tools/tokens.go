package tools

import (
	"strings"

	"github.com/tiktoken-go/tokenizer/codec"
)

// tokensOf returns the number of tokens of a text. The tokenizer takes the square of the length of white space, so
// that a text is counted in pieces of at most 1,024 bytes, at line ends where it has them.
func tokensOf(text string, by *codec.Codec) (count int) {
	const piece = 1024
	for text != "" {
		end := min(len(text), piece)
		if at := strings.LastIndexByte(text[:end], '\n'); at >= 0 && end < len(text) {
			end = at + 1
		}
		n, err := by.Count(text[:end])
		if err != nil {
			n = 0 // it is not UTF-8
		}
		count += n
		text = text[end:]
	}
	return count
}
