// Package forge holds what the readers of the Forge runtime share apart from
// the grammar of a call: the tags that they look for, and how large a call may
// be. The packages below xmlcall read and write by the same values.
package forge

import (
	"fmt"
	"strings"
	"unicode"
)

// The character sequences that the runtime looks for before it parses anything,
// in CDATA sections too.
const (
	ToolOpen      = "<tool>"
	ToolClose     = "</tool>"
	ThinkingOpen  = "<thinking>"
	ThinkingClose = "</thinking>"
)

// MaxSize is the largest call, in bytes, that the runtime reads.
const MaxSize = 10 * 1024 * 1024

// Limit returns the limit in bytes that a configured maximal size means: 0 or
// less is the runtime's own.
func Limit(size int) int {
	if size > 0 {
		return size
	}
	return MaxSize
}

// TooLarge is the runtime's refusal of a call above its limit.
func TooLarge(limit int) string {
	return fmt.Sprintf("tool call XML exceeds maximum size of %d bytes", limit)
}

// Trim returns the start and end of s[start:end] without the white space at
// its ends, that of Unicode included, as the runtime trims.
func Trim(s string, start, end int) (from, to int) {
	left := strings.TrimLeftFunc(s[start:end], unicode.IsSpace)
	from = end - len(left)
	return from, from + len(strings.TrimRightFunc(left, unicode.IsSpace))
}
