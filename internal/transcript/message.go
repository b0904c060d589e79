package transcript

import (
	"cmp"
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

// Calls reports whether the message may have a call; see [Hit].
func (m *Message) Calls() bool { return Hit(m.value.raw()) >= 0 }

// Teaches reports whether the message shows how to write calls with <tool>, in the format of
// Forge: other programs have a <tool> with the name of the tool as text, or a <tool_input>.
func (m *Message) Teaches() bool {
	if !HasTool(m.value.raw()) {
		return false
	}
	text := m.Text().String()
	has := func(word string) bool { return strings.Contains(text, word) }
	switch {
	case !has("<tool>"):
		return false
	case has("tool_name") && (has("arguments") || has("server_name")):
		return true
	}
	return !has("</tool>") && !has("<tool_")
}

// messagesOf returns the messages of a record by position, and the starts of messages: a
// message may consist of several strings, or none. A string that may have a call is a message whether the
// record has a known format or not, unless the format repeats its messages elsewhere.
func messagesOf(record value) (list []Message, starts []int) {
	add := func(v value, role Role, format string) {
		m := Message{Role: role, Format: format, value: v}
		m.Start, m.End = v.place()
		list = append(list, m)
	}
	f := formatOf(record)
	if f != nil {
		f.messages(record, add, func(at int) { starts = append(starts, at) })
	}
	if f == nil || len(f.sources) > 0 && (!f.repeats || len(list) == 0) {
		rest := finder{known: map[int]bool{}, texts: map[string]string{}, add: add}
		for k := range list {
			rest.known[list[k].Start], rest.texts[list[k].value.raw()] = true, list[k].value.key
		}
		rest.find(record, "", Unknown, Unknown)
	}
	return sorted(list), ascending(starts)
}

// place returns the range of a value in the file; for a string, without its quotes.
func (v *value) place() (start, end int) {
	if v.in != nil {
		return v.in.Offset(v.start), v.in.End(v.end)
	}
	return v.base + v.start, v.base + v.end
}

// ascending returns offsets sorted, without duplicates.
func ascending(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// sorted returns messages by position, without duplicates.
func sorted(list []Message) []Message {
	return distinct(list, func(m Message) int { return m.Start })
}

// messages adds the messages of a record of the format. start receives the start of
// each: one of several messages in a record starts at its text.
func (f *format) messages(record value, add func(value, Role, string), start func(at int)) {
	for i := range f.sources {
		s := &f.sources[i]
		s.messages.follow(record, func(message value) {
			role, first := s.roleOf(message), -1
			written := func(v value, role Role) {
				if v.kind != '"' {
					return
				}
				if at, _ := v.place(); first < 0 || at < first {
					first = at
				}
				add(v, role, f.name)
			}
			for _, p := range s.content {
				p.follow(message, func(v value) { written(v, role) })
			}
			for _, p := range s.results {
				p.follow(message, func(v value) { written(v, Tool) })
			}
			if len(s.role) > 0 {
				first, _ = message.place()
			}
			if first >= 0 {
				start(first)
			}
		})
	}
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

// A finder finds the strings that may have a call, wherever they are.
type finder struct {
	known map[int]bool      // the starts of those that were found before
	texts map[string]string // their texts, with the key of each: under another key it is repeated
	add   func(v value, role Role, format string)
}

// keyRoles are the roles of those who write what is under a key, where nothing else names one.
var keyRoles = map[string]Role{
	"assistant": Agent, "response": Agent, "completion": Agent, "answer": Agent, "chosen": Agent, "rejected": Agent,
	"generated_text": Agent, "prediction": Agent, "output": Agent, "choices": Agent, "completions": Agent, "generations": Agent,
	"assistant_message": Agent, "assistant_response": Agent, "model_output": Agent, "llm_output": Agent, "raw_response": Agent, "bot": Agent,
	"user": User, "prompt": User, "question": User, "instruction": User, "system": System, "system_prompt": System,
}

// data are the keys of what nobody wrote as a message: the input and output of tools, texts about them, and
// thoughts, which no runtime reads.
var data = []string{
	"arguments", "parameters", "result", "observation", "tool_output", "stdout", "stderr",
	"patch", "diff", "description", "readme", "toolUseResult",
	"observations", "toolResult", "tool_result", "tool_results", "tool_return",
	"thinking", "reasoning", "reasoning_content",
}

// find adds the strings of a value. key is the name of the member that it is, or is an item of, role that of the
// nearest object around it that names one, and held that of the nearest key.
func (f *finder) find(v value, key string, role, held Role) {
	if slices.Contains(data, key) {
		return
	}
	held = cmp.Or(keyRoles[key], held)
	switch v.kind {
	case '"':
		start, _ := v.place()
		if f.known[start] || Hit(v.raw()) < 0 {
			return
		}
		if inner, ok := v.embedded(); ok {
			f.find(inner, "", role, held)
			return
		}
		if of, again := f.texts[v.raw()]; again && of != key {
			return
		}
		f.texts[v.raw()] = key
		f.add(v, cmp.Or(role, held), "")
	case '[':
		for i := range v.kids {
			f.find(v.at(&v.kids[i]), key, role, held)
		}
	case '{':
		if name, _ := v.called(key); name.node != nil {
			return
		}
		if _, answers := v.result(); answers || v.is(v.member("type"), "thinking") || v.is(v.member("type"), "reasoning") {
			return
		}
		role = cmp.Or(v.role(), role)
		ofTool := v.ofTool()
		for i := range v.kids {
			if kid := v.at(&v.kids[i]); !ofTool || kid.key != "input" && kid.key != "output" {
				f.find(kid, kid.key, role, held)
			}
		}
	}
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
