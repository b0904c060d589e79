// Package forge holds what readers and writers of calls share about the Forge runtime:
// the names of a call's envelope, and the limit on its size.
package forge

import (
	"fmt"
	"slices"
)

// Envelope lists the names of the elements of a call's envelope, in the order in which
// calls are written.
var Envelope = [...]string{"server_name", "tool_name", "arguments"}

// InEnvelope reports whether a local name is that of an element of the envelope.
func InEnvelope(local string) bool { return slices.Contains(Envelope[:], local) }

// MaxSize is the largest call, in bytes, that the runtime reads.
const MaxSize = 10 * 1024 * 1024

// Limit returns the limit in bytes for a configured maximum size: 0 or less means the
// runtime's own.
func Limit(size int) int {
	if size > 0 {
		return size
	}
	return MaxSize
}

// TooLarge returns the runtime's error for a call above its limit.
func TooLarge(limit int) string {
	return fmt.Sprintf("tool call XML exceeds maximum size of %d bytes", limit)
}
