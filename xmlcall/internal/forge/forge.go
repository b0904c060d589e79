// Package forge is the Forge runtime's limit on the size of a call, which readers
// and writers share.
package forge

import "fmt"

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
