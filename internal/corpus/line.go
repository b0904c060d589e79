package corpus

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
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
func (c *conversation) callsOf(outline *json.Outline) (next func() *Fact) {
	if c.alone || len(c.turns) != 1 || c.turns[0].role != document.System || len(c.text) > maxSharedLine {
		return c.inspect(outline, Place{c.offset, c.line - 1})
	}
	calls, ok := c.shared[c.text]
	if !ok {
		for next := c.inspect(outline, Place{}); ; {
			f := next()
			if f == nil {
				break
			}
			calls = append(calls, *f)
		}
		if c.shared == nil || len(c.shared) == maxShared {
			c.shared = map[string][]Fact{}
		}
		c.shared[strings.Clone(c.text)] = calls
	}
	offset, line := int64(c.offset), c.line-1
	return func() *Fact {
		if len(calls) == 0 {
			return nil
		}
		f := calls[0]
		calls = calls[1:]
		f.Offset += offset
		f.Line += line
		f.Message = f.Line // the only one of the line
		return &f
	}
}

// inspect returns the calls of a line that starts at a place.
func (c *conversation) inspect(outline *json.Outline, at Place) (next func() *Fact) {
	var labels *document.Labels // nil for a session that is a whole line
	if !c.alone {
		labels = (&document.Labels{}).Add(c.Labels)
	}
	line := c.text
	if c.Malformed { // whose texts are retained while the text is reused
		line = strings.Clone(line)
	}
	file, _ := document.ReadPart(line, document.JSON, document.PartOptions{Layout: json.Lines, Outline: outline, Labels: labels, ReadOptions: c.Options.ReadOptions()})
	return c.Reader.calls(file, at, c.alone)
}
