// Package forge is what readers and writers of calls share of the Forge runtime: the
// names of a call's envelope, and the limit on its size.
package forge

import (
	"fmt"
	"slices"
)

// Envelope are the names of the elements of a call's envelope, in the order in which
// calls are written.
var Envelope = [...]string{"server_name", "tool_name", "arguments"}

// InEnvelope reports whether an element of the envelope has a local name.
func InEnvelope(local string) bool { return slices.Contains(Envelope[:], local) }

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
