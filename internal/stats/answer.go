package stats

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
)

// resultOf returns the result that an answer to a call shows, by its first bytes: answered
// reports whether it is a tool's, and failed whether the transcript marks it as an error. The
// Forge runtime answers "Tool 'x' result:" followed by the result of the tool, and reports if
// a person did not approve the call.
func resultOf(head string, answered, failed bool) string {
	if rest, ok := strings.CutPrefix(head, "Tool '"); ok {
		line, after, _ := strings.Cut(rest, "\n")
		switch {
		case strings.HasSuffix(line, "execution was rejected by user."):
			return Rejected
		case strings.Contains(line, "' result:"):
			head, answered = after, true
		case strings.Contains(line, "' error:"):
			return Failed
		}
	}
	switch {
	case strings.HasPrefix(head, "Tool approval request timed out"):
		return Rejected
	case failed:
		return Failed
	case !answered:
		return ""
	}
	if transcript.IsError(head) {
		return Failed
	}
	return OK
}

// hashOf returns the identifier of a system prompt.
func hashOf(text string) string {
	const size = 6 // bytes: enough to make a collision among a million prompts unlikely
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:size])
}
