package json

import (
	"maps"
	"slices"
	"strings"
)

// A Turn finds where the last turn of a transcript with a record a line starts: after what
// a person wrote last. It is asked about one stretch of the file after the other, from its end.
type Turn struct {
	// Formats are those that records are recognized by; nil is those of [Formats].
	Formats *Set
	// Answered is what an answer to an earlier part of the turn has in it, "" for none: the
	// turn starts after the last record that has it, unless an agent or a tool wrote that. It
	// has only characters that JSON need not escape.
	Answered string
	// Call is the id of a native call, "" for none. With one it is about what the agent
	// wrote for that call: after any native call, answer of a tool or message before it.
	Call string
	// Format is that of the last record which is of a known one. In finds it.
	Format string

	called bool     // the call was found
	users  []string // what mentions a role of users, as JSON has it; see begins
}

// In looks at a stretch of the file, of whole lines. The turn has from from up to to of it, and
// begins there if done; what is before after of that, counted from the stretch's start, is no
// part of the turn: it is the beginning of a line.
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

// calls reports whether a line has the call.
func (t *Turn) calls(line string) bool {
	for rest := line; ; {
		_, after, ok := strings.Cut(rest, `id":`)
		if !ok {
			return false
		}
		if rest = after; strings.HasPrefix(strings.TrimLeft(after, " "), `"`+t.Call+`"`) {
			return ShowsNative(line)
		}
	}
}

// begins returns after which byte of a line the turn begins, negative for one that is all of
// the turn.
func (t *Turn) begins(line string) int {
	if t.users == nil {
		t.users = t.Formats.get().names(User)
	}
	answered := t.Answered != "" && strings.Contains(line, t.Answered)
	if !answered && t.Call == "" && (t.Format != "" && !containsAny(line, t.users) || onlyResult(line)) {
		return -1 // most lines, which are much longer than the others
	}
	f := &File{formats: t.Formats.get()}
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
	case answered && !agent, t.Call != "" && ShowsNative(line):
		return len(line)
	}
	return begin
}

// onlyResult reports whether a line has one message, which is only what a tool answered, as a
// string: Claude Code has it as a message of the user.
func onlyResult(line string) bool {
	return strings.Contains(line, `"type":"tool_result"`) && !strings.Contains(line, `"type":"text"`) &&
		strings.Count(line, `"role":`) == 1
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// names returns the names of a role as strings of JSON, in lower case and with a capital; an empty
// one where a message can have the role without its name.
func (s *Set) names(role Role) []string {
	all := map[string]Role{}
	maps.Copy(all, roles)
	for i := range s.readers {
		r := &s.readers[i]
		maps.Copy(all, r.roles)
		if slices.ContainsFunc(r.sources, func(s source) bool { return roles[s.as] == role }) {
			return []string{""}
		}
	}
	list := []string{}
	for name, r := range all {
		if r == role && name != "" {
			list = append(list, `"`+name+`"`, `"`+strings.ToUpper(name[:1])+name[1:]+`"`)
		}
	}
	return list
}

// aside reports whether a message in the name of the user is one that Claude Code wrote: it
// comes in the middle of a turn, with the text of a skill or the place of a picture.
func aside(line string, m *Message) bool {
	return m.Format == "Claude Code" && strings.Contains(line, `"isMeta":true`)
}
