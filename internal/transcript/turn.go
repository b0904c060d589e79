package transcript

import (
	"slices"
	"strings"
)

// A Turn is the last turn of a transcript with one record per line: what follows the last message that a person
// wrote.
type Turn struct {
	// Start is where its first line starts, and End where it ends. The bytes up to After are not part of it: they are the
	// beginning of a line.
	Start, After, End int
	// Format is the name of the format of the last record with a known format.
	Format string
}

// LastTurn finds the last turn in the last lines of a transcript.
//
// Answered is a text that an answer to an earlier part of the turn contains: the turn starts after the last record with
// it, unless an agent or a tool wrote that. It must not contain characters that JSON has to escape.
//
// Call is the id of a native call, or "". If set, the turn is the text that the agent wrote for that call: after any
// native call, tool result or message before it.
func LastTurn(lines, answered, call string) (t Turn) {
	f, waits := &File{}, call != ""
	if !waits {
		t.End = len(lines)
	}
	for start, end := 0, len(lines); end > 0; end = start {
		start = strings.LastIndexByte(lines[:end-1], '\n') + 1
		line := lines[start:end]
		if waits && !strings.Contains(line, call) {
			continue
		}
		*f = File{tokens: f.tokens}
		f.line(line, 0)
		if waits {
			if slices.ContainsFunc(f.Calls, func(c Call) bool { return c.ID == call }) {
				waits, t.End = false, end
			}
			continue
		}
		if n := t.begins(line, f, strings.Contains(line, answered), call != ""); n >= 0 {
			t.Start, t.After, t.End = start, start+n, max(t.End, start)
			return t
		}
	}
	return t
}

// begins returns the offset in a line, as it is read, at which the turn begins, or a negative number for a line that is
// entirely part of the turn.
func (t *Turn) begins(line string, f *File, answered, ofCall bool) int {
	begin, agent := -1, false
	for i := range f.Messages {
		m := &f.Messages[i]
		if t.Format == "" {
			t.Format = m.Format
		}
		switch {
		case m.Role == User && !aside(line, m), m.Role == Tool && ofCall:
			begin = m.End
		case m.Role == Agent || m.Role == Tool:
			agent = true
		}
	}
	if answered && !agent || ofCall && len(f.Calls) > 0 {
		return len(line)
	}
	return begin
}

// aside reports whether a message in the name of the user was written by Claude Code: it
// comes in the middle of a turn, with the text of a skill or the place of a picture.
func aside(line string, m *Message) bool {
	return m.Format == "Claude Code" && strings.Contains(line, `"isMeta":true`)
}
