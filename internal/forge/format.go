package forge

import (
	"fmt"
	"strconv"
	"strings"
)

// FormatVersion is the version of the format of calls, as prompts name it.
const FormatVersion = 1

const formatOpens, formatCloses = "<!-- forge-format ", " -->"

// FormatComment returns the comment with which a prompt names its version of the format.
func FormatComment(version int) string { return fmt.Sprint(formatOpens, version, formatCloses) }

// FormatOf returns the version that a prompt names, and where, in bytes; 0 if it names none.
func FormatOf(prompt string) (version, start, end int) {
	start = strings.Index(prompt, formatOpens)
	if start < 0 {
		return 0, 0, 0
	}
	digits, _, closed := strings.Cut(prompt[start+len(formatOpens):], formatCloses)
	version, err := strconv.Atoi(digits)
	if !closed || err != nil || version < 1 {
		return 0, 0, 0
	}
	return version, start, start + len(formatOpens) + len(digits) + len(formatCloses)
}
