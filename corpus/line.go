package corpus

import (
	"strings"

	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/document/json"
)

// Limits on the system prompts whose calls are remembered: their number, and the length of
// the line of one in bytes.
const (
	maxShared     = 16
	maxSharedLine = 128 << 10
)

// callsOf returns the calls of a line, whose turns an outline has just found. A line with a
// system prompt and nothing else occurs in each of many sessions, and has more calls than
// most: they are looked for once.
func (c *conversation) callsOf(outline *json.Outline) []Fact {
	if c.alone || len(c.turns) != 1 || c.turns[0].role != document.System || len(c.text) > maxSharedLine {
		return c.inspect(outline, Place{c.offset, c.line - 1})
	}
	calls, ok := c.shared[c.text]
	if !ok {
		calls = c.inspect(outline, Place{})
		if c.shared == nil || len(c.shared) == maxShared {
			c.shared = map[string][]Fact{}
		}
		c.shared[strings.Clone(c.text)] = calls
	}
	here := make([]Fact, len(calls))
	for i := range calls {
		f := &here[i]
		*f = calls[i]
		f.Offset += int64(c.offset)
		f.Line += c.line - 1
		f.Message = f.Line // the only one of the line
	}
	return here
}

// inspect returns the calls of a line that starts at a place.
func (c *conversation) inspect(outline *json.Outline, at Place) []Fact {
	var labels *document.Labels // nil for a session that is a whole line
	if !c.alone {
		labels = (&document.Labels{}).Add(c.Labels)
	}
	line := c.text
	if c.Malformed { // whose texts are retained while the text is reused
		line = strings.Clone(line)
	}
	return c.Reader.calls(c.Options.InspectLine(line, outline, labels), at, c.alone)
}
