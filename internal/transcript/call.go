package transcript

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// A Call is a call that a model made natively: a value of the JSON, not text in it.
type Call struct {
	Start, End int    // of the object that is the call, in the text
	Tool       string // the name of the tool
	Name       Tree   // the string with it
	ID         string // "" if it has none
	// Arguments are the arguments, an object unless the call is wrong; the zero Tree if there are
	// none, or they are not JSON.
	Arguments Tree
	// Invalid is the reason why the arguments, a text, are not JSON, and At the place in the text.
	Invalid string
	At      int
	Input   Tree   // the text that a call has instead of arguments; the zero Tree for none
	Cut     bool   // whether the message ended at the limit of tokens in this call
	Number  int    // see Message.Number
	Tools   string // the definitions of tools beside the call, as JSON; "" for none
	Alone   int    // see Result.Alone
}

// A Tree is a value of a file's JSON, or of the JSON in a string of it. The zero Tree is none.
type Tree struct{ value }

// Exists reports whether there is a value.
func (v Tree) Exists() bool { return v.node != nil }

// Kind returns the first byte of the value; '0' for a number.
func (v Tree) Kind() byte { return byte(v.node.kind) }

// Span returns the place of the value in the file, with the quotes of a string.
func (v Tree) Span() Span {
	start, end := v.start, v.end
	if v.kind == '"' {
		start, end = start-1, end+1
	}
	return v.span(start, end)
}

// Text returns the value as it is written in its text, with the quotes of a string.
func (v Tree) Text() string {
	if v.kind == '"' {
		return v.text[v.start-1 : v.end+1]
	}
	return v.text[v.start:v.end]
}

// Members returns the members of an object, or the items of an array.
func (v Tree) Members() []Tree {
	list := make([]Tree, len(v.kids))
	for i := range v.kids {
		list[i] = Tree{v.at(&v.kids[i])}
	}
	return list
}

// Key returns the name of the value as a member.
func (v Tree) Key() string { return v.key }

// KeySpan returns the place in the file of the name of a member, without its quotes.
func (v Tree) KeySpan() Span { return v.span(v.keyAt, stringEnd(v.text, v.keyAt-1)-1) }

// stringEnd returns the end of the string that starts at an offset.
func stringEnd(text string, at int) int {
	for i := at + 1; ; {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			return len(text)
		}
		i += n + 1
		before := text[at+1 : i-1]
		if slashes := len(before) - len(strings.TrimRight(before, `\`)); slashes%2 == 0 {
			return i
		}
	}
}

// Edit returns the edit of the file that replaces a place in it, of this value or a member, by
// JSON; ok is false if the text cannot represent it.
func (v Tree) Edit(start, end int, replacement string) (where Span, with string, ok bool) {
	if v.wrapped && (Span{start, end}) == v.Span() && !strings.HasPrefix(replacement, `"`) {
		return Span{}, "", false // its type is written beside it
	}
	if v.in == nil {
		return Span{start, end}, replacement, true
	}
	from, found := v.in.Find(start)
	to, ended := v.in.Find(end)
	if !found || !ended {
		return Span{}, "", false
	}
	where.Start, where.End, with, ok = v.in.Edit(from, to, replacement)
	return where, with, ok
}

// Plain returns the value as encoding/json has it, numbers as their text converted by number. Of
// several members of a name the last counts.
func (v Tree) Plain(number func(string) any) any {
	switch v.kind {
	case '{':
		m := make(map[string]any, len(v.kids))
		for _, kid := range v.Members() {
			m[kid.key] = kid.Plain(number)
		}
		return m
	case '[':
		list := make([]any, len(v.kids))
		for i, kid := range v.Members() {
			list[i] = kid.Plain(number)
		}
		return list
	case '"':
		return v.unquoted()
	case '0':
		return number(v.text[v.start:v.end])
	case 't', 'f':
		return v.kind == 't'
	}
	return nil
}

// unquoted returns the text of a string.
func (v *value) unquoted() string { return unquoted(v.raw()) }

// At returns the value that a path of names and indexes leads to, or the last one on the way.
func (v Tree) At(path []string) Tree {
	for _, step := range path {
		next := Tree{}
		for i := len(v.kids) - 1; i >= 0; i-- {
			if v.kind == '{' && v.kids[i].key == step || v.kind == '[' && strconv.Itoa(i) == step {
				next = Tree{v.at(&v.kids[i])}
				break
			}
		}
		if !next.Exists() {
			return v
		}
		v = next
	}
	return v
}

// callTypes are the types of objects that are calls.
var callTypes = []string{"tool_use", "tool_call", "tool-call", "toolCall", "function_call", "custom_tool_call", "invalid_tool_call", "local_shell_call", "tool", "dynamic-tool"}

// callKeys are the names of members that are calls, or lists of calls.
var callKeys = []string{
	"tool_calls", "toolCalls", "tool_call", "toolCall", "invalid_tool_calls", "function_call", "functionCall", "toolUse", "ToolUse", "toolRequests", "toolInvocation",
}

// calls reports whether a value is a call by its type or its key, which is as in walk.
func (v *value) calls(key string) bool {
	kind := v.string("type", "part_kind", "block_type")
	return kind.node != nil && slices.Contains(callTypes, kind.raw()) || v.isPart(kind) || slices.Contains(callKeys, key)
}

// isPart reports whether a value with a type is a call of the AI SDK, whose type has the name of the tool.
func (v *value) isPart(kind value) bool {
	return kind.node != nil && strings.HasPrefix(kind.raw(), "tool-") && v.member("toolCallId") != nil && v.member("state") != nil
}

// called returns the name of the tool that a call is of, and the object with the arguments; the zero value if it has none.
func (v *value) called() (name, of value) {
	of = *v
	for _, key := range [...]string{"function", "value"} {
		if inner := v.member(key); inner != nil && inner.kind == '{' {
			of = v.at(inner)
			break
		}
	}
	if name = of.string("name", "toolName", "tool_name", "function_name", "function", "tool"); name.node == nil && v.isPart(v.string("type")) {
		n := *v.member("type")
		n.kind, n.start = 0, n.start+len("tool-")
		name = v.at(&n)
	}
	if name.node != nil && name.start == name.end {
		return value{}, value{}
	}
	return name, of
}

// call adds a call.
func (w *walker) call(v, name, of value) {
	c := Call{Tool: name.unquoted(), Name: Tree{name}}
	c.Start, c.End = v.place()
	if id := v.string("call_id", "callID", "toolCallId", "tool_call_id", "toolUseId", "tool_id", "id"); id.node != nil {
		c.ID = id.unquoted()
	}
	c.arguments(of, v.is(v.member("type"), "custom_tool_call"))
	w.file.Native, w.file.Tools, w.file.Calls = true, append(w.file.Tools, c.Tool), append(w.file.Calls, c)
}

// arguments sets the arguments of the call; free reports whether they are any text.
func (c *Call) arguments(of value, free bool) {
	if state := of.member("state"); state != nil && state.kind == '{' { // of OpenCode
		of = of.at(state)
	}
	for _, key := range [...]string{"arguments", "input", "args", "parameters", "rawInput", "tool_kwargs"} {
		m := of.member(key)
		if m == nil {
			continue
		}
		v := of.at(m)
		if free {
			c.Input = Tree{v}
			return
		}
		if m.kind != '"' {
			c.Arguments = Tree{v}
			return
		}
		text := v.decoded()
		if strings.TrimSpace(text.String()) == "" {
			return // as if there were none
		}
		t := newTokens(text.String())
		n, err := t.value(0)
		inner := value{node: &n, text: text.String(), in: text, depth: v.depth + 1}
		at := t.place(err)
		if err == nil {
			if rest := strings.TrimLeft(text.String()[n.end:], " \t\r\n"); n.kind != '"' && rest != "" {
				err, at = errors.New("there is text after the arguments"), len(text.String())-len(rest)
			}
		}
		if err != nil {
			c.Invalid, c.At = why(err), text.Offset(min(at, max(0, len(text.String())-1)))
			return
		}
		c.Arguments = Tree{inner}
		return
	}
}

// string returns the first member of an object that is a string, by name.
func (v *value) string(keys ...string) value {
	for _, key := range keys {
		if m := v.member(key); m != nil && m.kind == '"' {
			return v.at(m)
		}
	}
	return value{}
}
