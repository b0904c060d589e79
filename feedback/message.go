package feedback

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// MinBudget is the smallest budget, in bytes, for which there is a message: that the call was refused, and the beginning
// of the reason.
const MinBudget = 128

// Budget is the maximum length in bytes of the messages that forge-lsp itself writes to a model
// about a call.
const Budget = 4 << 10

// The parts of a message in the order in which they appear, which differs from the
// order in which they are allotted space.
const (
	headPart = iota
	placePart
	solutionPart
	closingPart
	callPart
	numParts
)

// A message collects parts within a budget.
type message struct {
	left  int
	parts [numParts][]string
}

// add adds the first of the variants that fits, and reports whether one did.
func (m *message) add(part int, variants ...string) bool {
	for _, s := range variants {
		if n := len(s) + 1; n <= m.left { // 1: the empty line before it
			m.left -= n
			m.parts[part] = append(m.parts[part], s)
			return true
		}
	}
	return false
}

func (m *message) String() string {
	return strings.Join(slices.Concat(m.parts[:]...), "\n")
}

// A head is what a message starts with: what happened to the call, and why, in the runtime's words.
type head struct{ title, label, reason string }

// head adds the head. It always fits.
func (m *message) head(h head) {
	text := "ERROR: " + h.title + "\n"
	if h.reason != "" {
		text += "\n" + h.label
		text += clip(foreign.Text(h.reason), min(m.left-len(text)-2, 400)) + "\n"
	}
	m.add(headPart, text)
}

// clip returns s, truncated with an ellipsis if it is longer than n bytes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const ellipsis = "…"
	n = max(0, n-len(ellipsis))
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + ellipsis
}
