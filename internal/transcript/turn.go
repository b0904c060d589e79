package transcript

import (
	"slices"
	"strings"
)

// A Turn finds the start of the last turn of a transcript with one record per line: the end of
// the last message that a person wrote. It is given stretches of the file, starting with the
// last.
type Turn struct {
	// Answered is a text that an answer to an earlier part of the turn contains, or "": the
	// turn starts after the last record with it, unless an agent or a tool wrote that. It
	// must not contain characters that JSON has to escape.
	Answered string
	// Call is the id of a native call, or "". If set, the turn is the text that the
	// agent wrote for that call: after any native call, tool result or message before
	// it.
	Call string
	// Format is the name of the format of the last record with a known format. In sets
	// it.
	Format string

	called bool // whether the call was found
}

// In examines a stretch of the file, of whole lines. The turn includes from up to to of it, and
// begins there if done; the bytes up to after, counted from the start of the stretch, are not
// part of the turn: they are the beginning of a line.
func (t *Turn) In(text string) (from, after, to int, done bool) {
	to = len(text)
	if t.Call != "" && !t.called {
		to = 0
	}
	for end := len(text); end > 0; {
		start := strings.LastIndexByte(text[:end-1], '\n') + 1
		line := text[start:end]
		switch {
		case t.Call != "" && !t.called:
			if t.calls(line) {
				t.called, to = true, end
			}
		default:
			if n := t.begins(line); n >= 0 {
				return start, start + n, max(to, start), true
			}
		}
		end = start
	}
	return 0, 0, to, false
}

// calls reports whether a line contains the call.
func (t *Turn) calls(line string) bool {
	for rest := line; ; {
		_, after, ok := strings.Cut(rest, `id":`)
		if !ok {
			return false
		}
		if rest = after; strings.HasPrefix(strings.TrimLeft(after, " "), `"`+t.Call+`"`) {
			return HasNative(line)
		}
	}
}

// begins returns the offset in a line at which the turn begins, or a negative number for a
// line that is entirely part of the turn.
func (t *Turn) begins(line string) int {
	answered := t.Answered != "" && strings.Contains(line, t.Answered)
	if !answered && t.Call == "" && (t.Format != "" && !slices.ContainsFunc(namesOf()[User], func(name string) bool { return strings.Contains(line, `"`+name+`"`) }) || onlyResult(line)) {
		return -1 // most lines, which are also much longer than the others
	}
	f := &File{}
	f.line(line, 0)
	begin, agent := -1, false
	for i := range f.Messages {
		m := &f.Messages[i]
		if t.Format == "" {
			t.Format = m.Format
		}
		switch {
		case m.Role == User && !aside(line, m), m.Role == Tool && t.Call != "":
			begin = m.End
		case m.Role == Agent || m.Role == Tool:
			agent = true
		}
	}
	switch {
	case answered && !agent, t.Call != "" && HasNative(line):
		return len(line)
	}
	return begin
}

// onlyResult reports whether a line has one message, which is only a tool result, as a
// string: Claude Code records it as a message of the user.
func onlyResult(line string) bool {
	return strings.Contains(line, `"type":"tool_result"`) && !strings.Contains(line, `"type":"text"`) &&
		strings.Count(line, `"role":`) == 1
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// aside reports whether a message in the name of the user was written by Claude Code: it
// comes in the middle of a turn, with the text of a skill or the place of a picture.
func aside(line string, m *Message) bool {
	return m.Format == "Claude Code" && strings.Contains(line, `"isMeta":true`)
}
