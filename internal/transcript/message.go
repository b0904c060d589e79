package transcript

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
)

// A Role is the author of a message.
type Role uint8

const (
	// Unknown: the author is not known.
	Unknown Role = iota
	// Agent: a model, whose text contains calls.
	Agent
	// System: the author of the agent's instructions.
	System
	// User: the person or program that talks to the agent.
	User
	// Tool: the result of a tool.
	Tool
)

var roleNames = [...]string{"", "assistant", "system", "user", "tool"}

// String returns "assistant", "system", "user" or "tool", and "" for Unknown.
func (r Role) String() string { return roleNames[min(int(r), len(roleNames)-1)] }

// roles are the names of roles.
var roles = map[string]Role{
	"assistant": Agent, "model": Agent, "agent": Agent, "ai": Agent, "gpt": Agent, "bot": Agent, "chatgpt": Agent, "gemini": Agent, "chatbot": Agent,
	"assistant.message": Agent, "system.message": System, "user.message": User,
	"system": System, "developer": System, "instructions": System,
	"user": User, "human": User,
	"tool": Tool, "function": Tool, "observation": Tool, "tool_result": Tool, "toolresult": Tool, "function_call_output": Tool,
	"environment": Tool, "function_call": Tool,
}

// A Message is a string that somebody wrote.
type Message struct {
	Role Role
	// Format is the name of the format that identifies the string as a message, empty
	// if it was found by its content.
	Format string
	// Start and End delimit the string in the text, without its quotes.
	Start, End int
	// Number is the number, from 1, of the message on its line, if the file has one
	// record per line and the line has several messages; otherwise 0.
	Number int
	Alone  int  // see Result.Alone
	Cut    bool // whether it ends at the limit of tokens, and not in a native call

	value value
}

// Text returns the message's text, with its mapping to the file.
func (m *Message) Text() *literal.Text { return m.value.decoded() }

// Calls reports whether the message may have a call; see [Candidate].
func (m *Message) Calls() bool { return Candidate(m.value.raw()) >= 0 }

// place returns the range of a value in the file; for a string, without its quotes.
func (v *value) place() (start, end int) {
	s := v.span(v.start, v.end)
	return s.Start, s.End
}

// span returns the place in the file of a stretch of the text that the value is in.
func (v *value) span(start, end int) Span {
	if v.in != nil {
		return Span{v.in.Offset(start), v.in.End(end)}
	}
	return Span{v.base + start, v.base + end}
}

func startOf(m Message) int { return m.Start }

// ascending returns offsets sorted, without duplicates.
func ascending(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// messages adds the messages of a record of the format, and returns the start of
// each: one of several messages in a record starts at its text.
func (f *format) messages(record value, add func(value, Role, string)) (starts []int) {
	for i := range f.sources {
		s := &f.sources[i]
		for message := range s.messages.from(record) {
			role, first := s.roleOf(message), math.MaxInt
			if len(s.role) > 0 {
				first, _ = message.place()
			}
			for v := range texts(s.content, message) {
				at, _ := v.place()
				first = min(first, at)
				add(v, role, f.name)
			}
			for v := range texts(s.results, message) {
				at, _ := v.place()
				first = min(first, at)
				add(v, Tool, f.name)
			}
			if first < math.MaxInt {
				starts = append(starts, first)
			}
		}
	}
	return starts
}

// roleOf returns the role of a message.
func (s *source) roleOf(message value) Role {
	if len(s.role) > 0 {
		if v, ok := s.role.first(message); ok && v.kind == '"' {
			return cmp.Or(roles[strings.ToLower(v.raw())], s.other)
		}
	}
	return s.as
}

// ofTool reports whether the input and output of an object are those of a tool.
func (v *value) ofTool() bool {
	for _, key := range [...]string{"tool", "tool_name", "observation", "result"} {
		if v.member(key) != nil {
			return true
		}
	}
	return v.member("name") != nil && v.member("input") != nil && !v.is(v.member("type"), "GENERATION")
}

// role returns the role of an object, by the members that name one.
func (v *value) role() Role {
	for _, key := range [...]string{"role", "from", "speaker", "sender", "author", "source", "type"} {
		m := v.member(key)
		if m != nil && m.kind == '{' {
			author := v.at(m)
			m = author.member("role")
		}
		if m != nil && m.kind == '"' {
			if role := roles[strings.ToLower(v.text[m.start:m.end])]; role != Unknown {
				return role
			}
		}
	}
	return Unknown
}
